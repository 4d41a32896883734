import type { NewsSource } from '#domain/news/briefs.ts'
import { SECTIONS } from '#domain/taxonomy.ts'
import type { BriefArticle } from '../../engine/curate.ts'
import { stemOf, STOP_WORDS, foldedWords } from '../../text/words.ts'
import { type Checked, storyOf } from './sentences.ts'

type Plain = { content: string; sources: NewsSource[] }
type Chosen = { heading: string; text: string; sources: NewsSource[] }
type Line = Chosen & { isVerified: boolean; isWritten: boolean }
export type MergedBrief = Plain & { sentences: number; verified: number }

const HEADING = /^\*\*(.+)\*\*$/
const BULLET = /^- (.+?)((?: ?\[\d{1,3}\])+)$/

/**
 * The brief with what a model wrote in the place of what was chosen, story by story. A story of which nothing held keeps
 * its chosen sentences, and so does one whose first sentence did not: that was to say what happened.
 * Titles, addresses and dates of sources are ours, never the model's.
 */
export function mergedBrief(
  plain: Plain,
  { kept, headless }: { kept: Map<string, Checked[]>; headless: Set<string> },
  briefArticles: BriefArticle[],
): MergedBrief | null {
  const chosen = linesOf(plain)
  if (!chosen || kept.size === 0) return null
  const byUrl = new Map(briefArticles.map((briefArticle) => [briefArticle.url, briefArticle]))
  const told = new Set<string>()
  const lines = chosen.flatMap(({ heading, text, sources }): Line[] => {
    const cited = sources.flatMap(({ url }) => byUrl.get(url) ?? [])
    const story = cited[0] && storyOf(cited[0])
    const written = (story && kept.get(story)) || []
    const isVerified = cited.some((each) => isFound(text, each))
    const asChosen = { heading, text, sources, isVerified, isWritten: false }
    if (story === undefined || written.length === 0) return [asChosen]
    const isFirst = !told.has(story)
    told.add(story)
    const asWritten = written.map((each) => ({
      // Where we know the heading, ours stands: the same story has the same one everywhere.
      heading: SECTIONS.some((section) => section === heading) ? heading : each.heading,
      text: each.text,
      sources: each.cited.map(({ briefArticle }) => sourceOf(briefArticle)),
      isVerified: true,
      isWritten: true,
    }))
    if (!headless.has(story)) return isFirst ? asWritten : []
    return [asChosen, ...(isFirst ? asWritten.filter((line) => !isSaid(line.text, text)) : [])]
  })
  return lines.some(({ isWritten }) => isWritten) ? asText(lines) : null
}

/** The sentences of a brief as it is kept; null where it has another form than ours. */
function linesOf({ content, sources }: Plain): Chosen[] | null {
  const lines: Chosen[] = []
  let heading = ''
  for (const written of content.split('\n')) {
    const headed = HEADING.exec(written)?.[1]
    const [, text, markers = ''] = BULLET.exec(written) ?? []
    if (headed) heading = headed
    else if (text && heading) {
      const numbers = [...markers.matchAll(/\d+/g)].map(([number]) => Number(number))
      lines.push({ heading, text, sources: numbers.flatMap((number) => sources[number - 1] ?? []) })
    } else if (written.trim() !== '') return null
  }
  return lines
}

function asText(lines: Line[]): MergedBrief {
  const sources: NewsSource[] = []
  const marker = (source: NewsSource) => {
    if (!sources.some(({ url }) => url === source.url)) sources.push(source)
    return `[${sources.findIndex(({ url }) => url === source.url) + 1}]`
  }
  const paragraphs = [...Map.groupBy(lines, ({ heading }) => heading)].map(([heading, own]) =>
    [`**${heading}**`, ...own.map((line) => `- ${line.text} ${line.sources.map(marker).join('')}`)].join('\n'),
  )
  return {
    content: paragraphs.join('\n\n'),
    sources,
    sentences: lines.length,
    verified: lines.filter(({ isVerified }) => isVerified).length,
  }
}

const sourceOf = ({ title, url, publisher, publishedAt }: BriefArticle): NewsSource => ({
  title,
  url,
  publisher,
  publishedAt,
})

const isFound = (text: string, { title, text: whole }: BriefArticle) =>
  plain(`${title}\n${whole}`).includes(plain(text))

const MOST_WORDS = 200
const MOSTLY = 0.6

/** Whether most of what it says has been said. */
function isSaid(text: string, before: string): boolean {
  const said = new Set(foldedWords(before, MOST_WORDS).map(stemOf))
  const words = foldedWords(text, MOST_WORDS).filter((word) => !STOP_WORDS.has(word))
  return words.filter((word) => said.has(stemOf(word))).length >= words.length * MOSTLY
}

const plain = (text: string) =>
  text
    .replaceAll(/\*\*|__|\[(?=\s*\d)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
