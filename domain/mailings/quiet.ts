import { DAY_MS, HOUR_MS } from '../time.ts'

type Published = { articleId: number; publishedAt: Date; linkedAt: Date }

type GoneQuiet = { articleId: number; lastNewsAt: Date; at: Date }

/**
 * Every time a company's latest known news turned `quietDays` days old. News that was already older when it was found
 * doesn't count.
 */
export function quietSpells(news: readonly Published[], quietDays: number, until: Date): GoneQuiet[] {
  const spells: GoneQuiet[] = []
  const inOrder = news.toSorted((a, b) => a.linkedAt.getTime() - b.linkedAt.getTime() || a.articleId - b.articleId)
  let newest: Published | null = null
  const end = (before: Date) => {
    if (!newest) return
    const at = quietAt(newest.publishedAt, quietDays)
    if (at < before && at > newest.linkedAt)
      spells.push({ articleId: newest.articleId, lastNewsAt: newest.publishedAt, at })
  }
  for (const article of inOrder) {
    if (newest && article.publishedAt <= newest.publishedAt) continue
    end(article.linkedAt)
    newest = article
  }
  end(new Date(until.getTime() + 1))
  return spells
}

/** Rounded up to a full hour so that there are fewer moments to wait for. */
export const quietAt = (lastNewsAt: Date, quietDays: number): Date =>
  new Date(Math.ceil((lastNewsAt.getTime() + quietDays * DAY_MS) / HOUR_MS) * HOUR_MS)
