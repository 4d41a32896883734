import type { Section } from '#domain/sections.ts'
import { visibleText } from '../../curate/verify/plain-line.ts'
import { unsupported } from '../../curate/verify/verify.ts'
import type { WrittenSection } from '../../ports.ts'
import { storyOf, type Shown } from './shown-articles.ts'

const MOST_SENTENCES = 40
const MOST_A_STORY = 3

/** A sentence that stands in what it cites. */
export type Checked = { text: string; heading: Section; cited: Shown[] }

/** What holds of what was written, by story, and which stories lost their first sentence; how much was written and thrown away. */
export function checkedSentences(sections: WrittenSection[], shown: Shown[], company: string) {
  const written = sections.flatMap(({ heading, sentences }) =>
    sentences.map((each) => ({ heading, ...each })),
  )
  const kept = new Map<string, Checked[]>()
  const headless = new Set<string>()
  let dropped = Math.max(0, written.length - MOST_SENTENCES)
  for (const { heading, text: raw, sources } of written.slice(0, MOST_SENTENCES)) {
    const text = visibleText(raw.slice(0, 2000)).replaceAll('\n', ' ')
    const cited = citedBy(sources, shown)
    const [first] = cited
    const story = first && storyOf(first.telling)
    const own = (story && kept.get(story)) || []
    const holds =
      story !== undefined &&
      own.length < MOST_A_STORY &&
      own.every((each) => each.text !== text) &&
      unsupported(text, cited.map(asCited), company) === null
    if (holds) kept.set(story, [...own, { text, heading, cited }])
    else {
      dropped += 1
      if (story !== undefined && own.length === 0) headless.add(story)
    }
  }
  return { kept, headless, sentences: written.length, dropped }
}

/** None where it cites what does not exist, or what tells different stories: facts of one must not be put to another. */
function citedBy(numbers: number[], shown: Shown[]): Shown[] {
  const found = [...new Set(numbers)].map((number) => shown.find((each) => each.number === number))
  const cited = found.flatMap((each) => each ?? [])
  const isWhole = cited.length === found.length && new Set(cited.map(({ story }) => story)).size === 1
  return isWhole ? cited : []
}

const asCited = ({ title, text, publisher, publishedAt }: Shown) => ({
  title,
  text,
  publisher,
  publishedAt: new Date(publishedAt),
})
