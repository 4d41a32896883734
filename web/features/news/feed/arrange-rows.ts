import type { CompanyWithNews } from '#domain/news/briefs.ts'
import type { Morning } from '#domain/news/morning/morning.ts'
import { DAY_MS } from '#domain/time.ts'
import type { LogoOwner } from '../../companies/logo/company-logo.tsx'
import { lineOfBrief, type LineText } from './line-text.ts'

export type Entry = {
  company: LogoOwner & { id: number }
  /** Null if the company's page of the feed hasn't been loaded. */
  row: CompanyWithNews | null
  text: LineText | null
}

type Arranged = {
  lines: Entry[]
  /** Those whose event is in the list above. */
  above: Entry[]
  /** Those without anything new. */
  quiet: Entry[]
}

export const entryOf = (row: CompanyWithNews): Entry => ({ company: row, row, text: lineOfBrief(row) })

type Phrase = LineText & { companyId: number; companyName: string }

const WEEK_MS = 7 * DAY_MS

/** Without a morning, every company with news has a line. Muted and removed companies never have one. */
export function arrangeRows(
  rows: readonly CompanyWithNews[],
  companies: readonly { id: number }[],
  morning: Morning | undefined,
): Arranged {
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  const own = new Set(companies.map(({ id }) => id))
  const entriesOf = (all: readonly Phrase[]) =>
    all
      .filter(({ companyId }) => own.has(companyId))
      .map(({ companyId, companyName, kind, short, date }): Entry => {
        const row = rowOf.get(companyId) ?? null
        return { company: row ?? { id: companyId, name: companyName }, row, text: { kind, short, date } }
      })
  const above = entriesOf(morning ? [...morning.events, ...morning.earlier] : [])
  const lines = entriesOf(morning?.lines ?? [])
  const placed = new Set([...above, ...lines].map(({ company }) => company.id))
  const others = rows.filter(({ id }) => !placed.has(id)).map(entryOf)
  const hasLine = ({ row }: Entry) => row !== null && isNews(row, morning)
  return {
    lines: [...lines, ...others.filter(hasLine)],
    above,
    quiet: others.filter((entry) => !hasLine(entry)),
  }
}

/** What came after the morning was read, or had no place among its lines. */
function isNews({ hasNews, latestNews }: CompanyWithNews, morning: Morning | undefined): boolean {
  if (!morning || !latestNews) return hasNews
  const asOf = Date.parse(morning.asOf)
  return (
    Date.parse(latestNews.createdAt) > asOf ||
    (morning.moreLines > 0 && Date.parse(latestNews.publishedAt) > asOf - WEEK_MS)
  )
}
