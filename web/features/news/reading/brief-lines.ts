import type { BriefSection, NewsSource, PublishedBrief } from '#domain/news/briefs.ts'
import type { EventTime } from './event-row.tsx'

type Sentence = BriefSection['sentences'][number]
export type NumberedSource = { number: number; source: NewsSource }

/** One event in a brief: its sentences and the sources they cite. */
export type BriefLine = EventTime & {
  key: string
  storyId: number | null
  label: string | null
  sentences: Sentence[]
  cited: NumberedSource[]
}

export type BriefLines = { heading: string; lines: BriefLine[] }

/** Groups the sentences of each story into one line. */
export function linesOf({ sections, sources }: Pick<PublishedBrief, 'sections' | 'sources'>): BriefLines[] {
  const taken = new Set<string>()
  return sections
    .map(({ heading, sentences }) => {
      const groups = Map.groupBy(sentences.entries(), ([index, sentence]) => storyKey(sentence, sources, index))
      const lines = [...groups].flatMap(([key, own]) => {
        if (taken.has(key)) return []
        if (key.startsWith('story')) taken.add(key)
        return [
          lineOf(
            `${heading} ${key}`,
            own.map(([, sentence]) => sentence),
            sources,
          ),
        ]
      })
      return { heading, lines }
    })
    .filter(({ lines }) => lines.length > 0)
}

const storyKey = ({ citations }: Sentence, sources: NewsSource[], index: number) => {
  const storyId = citations.map((number) => sources[number - 1]?.storyId).find((id) => id !== undefined)
  return storyId === undefined ? `sentence ${index}` : `story ${storyId}`
}

function lineOf(key: string, sentences: Sentence[], sources: NewsSource[]): BriefLine {
  const numbers = [...new Set(sentences.flatMap(({ citations }) => citations))]
  const cited = numbers.flatMap((number) => {
    const source = sources[number - 1]
    return source ? [{ number, source }] : []
  })
  const newest = cited.map(({ source }) => source).toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1))[0]
  return {
    key,
    storyId: newest?.storyId ?? null,
    label: newest?.label ?? null,
    publishedAt: newest?.publishedAt ?? '',
    precision: newest?.precision,
    sentences,
    cited,
  }
}
