import { websiteAddress } from './company-key.ts'

export type PastedCompany = { name: string; website: string }

/** One company per line, in any of the ways people write them: "Cedar cedar.example", "Cedar, https://cedar.example". */
export const pastedCompanies = (text: string): PastedCompany[] => text.split(/\r\n|[\n\r]/).flatMap(companyIn)

/** As a file that the import reads. */
export const pastedTable = (companies: readonly PastedCompany[]): string =>
  ['Company,Website', ...companies.map(({ name, website }) => `${quoted(name)},${quoted(website)}`), ''].join('\n')

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

const MARKER = /^\s*(?:[-*•–]|\d{1,4}[.)])\s+/
const HEADER = /^(?:company|name|company[ _]name)[\s,;|]+(?:company[ _])?(?:website|url|web|site)$/i
const BETWEEN = String.raw`[\s,;|:()<>"“”–—-]+`
const EDGES = new RegExp(`^${BETWEEN}|${BETWEEN}$`, 'g')

function companyIn(line: string): PastedCompany[] {
  const text = line.replace(MARKER, '').trim()
  if (text === '' || HEADER.test(text)) return []
  const words = text.split(/[\s,;|]+/)
  // "Node.js Foundation" is a name, so a website stands at an end, and in front only if it is plainly one.
  const site = [words.at(-1) ?? '', ...words.slice(0, 1).filter(isPlainlySite)].find((word) => siteOf(word) !== null)
  const website = site === undefined ? '' : (siteOf(site) ?? '')
  const name = (site === undefined ? text : text.replace(site, ' ')).replaceAll(EDGES, '').replaceAll(/\s+/g, ' ')
  const named = name || nameOf(website)
  return named === '' ? [] : [{ name: named, website }]
}

const isPlainlySite = (word: string) => /^(?:https?:\/\/|www\.)/i.test(word)

const SITE = /^(?:https?:\/\/)?(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/iu

function siteOf(word: string): string | null {
  const bare = word.replaceAll(EDGES, '').replace(/\.$/, '')
  return SITE.test(bare) ? websiteAddress(bare) : null
}

/** "https://cedar-robotics.example" → "Cedar Robotics" */
function nameOf(website: string): string {
  const [label = ''] = (URL.parse(website)?.hostname ?? '').replace(/^www\./, '').split('.')
  return label
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
