import type { BriefSection, PublishedBrief } from '#domain/news/briefs.ts'
import { withoutMark } from '#domain/news/event-line.ts'
import type { BriefLine } from './reading/brief-lines.ts'

/** Records are best described by their title: "Harvest Bay has 6 open roles". */
const RECORDS: ReadonlySet<string | null> = new Set(['Filing', 'Hiring', 'Release'])

/** What a line of a brief says. The outlet of a headline is left out, because it appears below. */
export function statementsOf({ label, sentences, cited }: BriefLine): string[] {
  const [first] = cited
  if (first && RECORDS.has(label)) return [withoutMark(label, first.source.title)]
  return sentences.map(({ text, citations }: BriefSection['sentences'][number]) => {
    const source = cited.find(({ number }) => citations.includes(number))?.source
    const isHeadline = source !== undefined && text === `${source.title} (${source.publisher})`
    return withoutMark(label, isHeadline ? source.title : text)
  })
}

/** Whether people or a model wrote the sentences. */
export function originText(brief: PublishedBrief | null): string | null {
  if (!brief || brief.sections.length === 0 || brief.status === 'headlines') return null
  return brief.model === null
    ? 'Quoted word for word.'
    : 'Written by AI from these sources. Sentences they do not support are left out.'
}
