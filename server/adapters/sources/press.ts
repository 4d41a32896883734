import { PRESS_LIST } from './press-list.ts'

type PressFeeds = {
  addresses: string[]
  /** What is wrong with the setting, for the operator. */
  faults: string[]
}

const MAX_FEEDS = 2000
const MAX_FAULTS = 20

/**
 * The feeds of the press: the built-in list, or what PRESS_FEEDS names in its place: addresses with commas between
 * them, or a file with one address a line, where `#` begins a remark.
 */
export function pressFeeds(setting: string | null, readText: (path: string) => string): PressFeeds {
  const value = setting?.trim() ?? ''
  if (value === '') return { addresses: PRESS_LIST.map(({ address }) => address), faults: [] }
  const entries = /(?:^|,)\s*https?:\/\//i.test(value) ? value.split(',') : linesOfFile(value, readText)
  if (!entries) return { addresses: [], faults: [`The file ${value} cannot be read.`] }
  const addresses = new Set<string>()
  const faults: string[] = []
  for (const entry of entries.map((each) => each.trim()).filter(Boolean)) {
    const url = /^https?:\/\/[^/]/i.test(entry) ? URL.parse(entry) : null
    if (url) addresses.add(url.href)
    else faults.push(`This is no address of a feed: ${entry.slice(0, 200)}`)
  }
  return { addresses: [...addresses].slice(0, MAX_FEEDS), faults: summed(faults, addresses.size) }
}

/** Somebody may name the wrong file: the log need not hold all of it. */
function summed(faults: string[], count: number): string[] {
  const more = faults.length - MAX_FAULTS
  return [
    ...faults.slice(0, MAX_FAULTS),
    ...(more > 0 ? [`And ${more} more like these.`] : []),
    ...(count > MAX_FEEDS ? [`Of ${count} feeds the first ${MAX_FEEDS} are watched.`] : []),
  ]
}

function linesOfFile(path: string, readText: (path: string) => string): string[] | null {
  try {
    return linesOf(readText(path))
  } catch {
    return null
  }
}

const linesOf = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((each) => each.replace(/(?:^|\s)#.*$/, ''))
