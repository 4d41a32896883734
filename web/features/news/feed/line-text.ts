import type { CompanyWithNews, PublishedBrief } from '#domain/news/briefs.ts'
import { belowName, withoutMark } from '#domain/news/event-line.ts'
import type { MorningLine } from '#domain/news/morning/morning.ts'
import { dateFormat } from '#domain/time.ts'
import { linesOf } from '../reading/brief-lines.ts'

export type LineText = Pick<MorningLine, 'kind' | 'short' | 'date'>

/** The latest line of the brief, for news that the morning doesn't tell. */
export function lineOfBrief({ name, latestNews }: Pick<CompanyWithNews, 'name' | 'latestNews'>): LineText | null {
  if (!latestNews) return null
  const [latest] = linesOf(latestNews)
    .flatMap(({ heading, lines }) => lines.map((line) => ({ ...line, kind: line.label ?? heading })))
    .toSorted((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1))
  if (!latest) return null
  const { kind, label, cited, sentences } = latest
  const said = cited[0]?.source.title ?? sentences[0]?.text ?? ''
  return { kind, short: belowName(withoutMark(label, said), name), date: dateOf(latest, latestNews) }
}

const dateOf = (
  { publishedAt, precision }: Pick<PublishedBrief, 'publishedAt'> & { precision?: string | undefined },
  brief: PublishedBrief,
) => (precision === 'none' || publishedAt === '' ? brief.publishedAt || brief.createdAt : publishedAt)

/** "Nov 19", or "Nov 19, 2025". A source that states only the day is stored as midnight in UTC. */
export function latestDay(date: string, now: Date): string {
  const at = new Date(date)
  if (Number.isNaN(at.getTime())) return 'Date unknown'
  return dateFormat({
    ...(at.getUTCFullYear() !== now.getUTCFullYear() && { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    timeZone: statesDay(date) ? 'UTC' : undefined,
  }).format(at)
}

const statesDay = (date: string) => /^\d{4}-\d{2}-\d{2}(?:T00:00:00(?:\.000)?Z)?$/.test(date)

/** "2026-11-19", to compare with; the day that is shown. */
export function dayKey(date: string): string {
  if (statesDay(date)) return date.slice(0, 10)
  const at = new Date(date)
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-')
}
