import { sql } from 'drizzle-orm'
import { QUIET_DAYS } from '#domain/news/analytics.ts'
import { alertEventOf, ALERT_LABELS, type Occurrence } from '#domain/mailings/alerts.ts'
import { AlertedEvent } from '#domain/mailings/content.ts'
import { quietAt, wentQuietAt } from '#domain/mailings/quiet.ts'
import { FOUNDER_UPDATE, SIGNAL_KINDS } from '#domain/taxonomy.ts'
import { DAY_MS, shortDate } from '#domain/time.ts'
import { eventsOf } from '../news/read/morning.ts'
import { isNews, knownBy, portfolioStories, type PortfolioStory } from '../news/read/portfolio-stories.ts'
import { isOfCompany } from '../news/read/visible-articles.ts'
import type { Queries } from '../platform/database/open.ts'
import { deliveryKey, mailingStore, type Delivery } from './store.ts'

export type MailedCompany = { id: number; name: string; addedAt: Date; isMuted: boolean }

/** Sample companies are fictional, so nothing about them is sent. A preview may show them. */
export async function mailedCompanies(
  queries: Queries,
  userId: string,
  { now, isSample = false }: { now: Date; isSample?: boolean },
): Promise<MailedCompany[]> {
  const { rows } = await queries.execute<{ id: number; name: string; added_at: string; is_muted: boolean }>(sql`
    select companies.id, companies.name, companies.created_at as added_at, exists (
      select from muted_companies muted where muted.company_id = companies.id
        and (muted.until is null or muted.until > ${now.toISOString()}::timestamptz)) as is_muted
    from companies where user_id = ${userId} and removed_at is null and is_sample = ${isSample} order by id`)
  return rows.map((row) => ({ id: row.id, name: row.name, addedAt: new Date(row.added_at), isMuted: row.is_muted }))
}

export async function newsSince(
  queries: Queries,
  userId: string,
  { linkedAfter, now, companies }: { linkedAfter: Date; now: Date; companies: MailedCompany[] },
): Promise<PortfolioStory[]> {
  const companyIds = companies.map(({ id }) => id)
  if (companyIds.length === 0) return []
  return portfolioStories(queries, userId, { linkedAfter, now, companyIds })
}

/** A story counts as delivered if any part of it was. */
export async function undelivered(
  queries: Queries,
  userId: string,
  stories: PortfolioStory[],
): Promise<PortfolioStory[]> {
  const known = stories.flatMap((story) => knownBy(story).map(({ articleId }) => articleId))
  const delivered = await mailingStore(queries, userId).delivered(known, 'story')
  return stories.filter((story) => knownBy(story).every((each) => !delivered.has(deliveryKey(each))))
}

export const deliveriesOf = ({ companyId, roots }: Pick<PortfolioStory, 'companyId' | 'roots'>): Delivery[] =>
  roots.map((articleId) => ({ companyId, articleId, about: 'story' }))

export type MailedEvent = Occurrence & {
  /** What happened: a story, or that the company went quiet. */
  story: PortfolioStory | AlertedEvent
  deliveries: Delivery[]
  /** Contains a founder update, which goes only to the investor's email address. */
  isPrivate: boolean
}

/** The events that alerts can be about. Muted companies have none. */
export function storyEvents(stories: PortfolioStory[], now: Date): MailedEvent[] {
  return stories.flatMap((story) => {
    const event = alertEventOf(story.eventType)
    const at = new Date(story.linkedAt)
    if (event === null || story.isMuted || !story.isPrimary || !isNews(story, at < now ? at : now)) return []
    const isPrivate = story.articles.some(({ kind }) => kind === FOUNDER_UPDATE)
    const isReported = story.certainty === 'reported'
    return [{ companyId: story.companyId, event, at, isReported, story, deliveries: deliveriesOf(story), isPrivate }]
  })
}

type QuietScope = { companies: MailedCompany[]; after: Date; now: Date }

/** Companies that went quiet but haven't been reported yet, and when the next one may go quiet. */
export async function unreportedQuiet(
  queries: Queries,
  userId: string,
  scope: QuietScope,
): ReturnType<typeof quietEvents> {
  const { events, nextAt } = await quietEvents(queries, userId, scope)
  const lastArticles = events.flatMap(({ deliveries }) => deliveries.map(({ articleId }) => articleId))
  const reported = await mailingStore(queries, userId).delivered(lastArticles, 'quiet')
  const isNew = ({ deliveries }: MailedEvent) => deliveries.every((each) => !reported.has(deliveryKey(each)))
  return { events: events.filter(isNew), nextAt }
}

export async function quietEvents(
  queries: Queries,
  userId: string,
  { companies, after, now }: QuietScope,
): Promise<{ events: MailedEvent[]; nextAt: Date | null }> {
  const audible = companies.filter(({ isMuted }) => !isMuted)
  const latest = Map.groupBy(await latestNews(queries, userId, audible, after), (news) => news.companyId)
  const events: MailedEvent[] = []
  const coming: number[] = []
  for (const company of audible)
    for (const news of latest.get(company.id) ?? []) {
      const at = wentQuietAt(news, QUIET_DAYS, now)
      if (at && at > after && at > company.addedAt)
        events.push(goneQuiet(company, news.articleId, news.publishedAt, at))
      if (news.replacedAt === null) coming.push(quietAt(news.publishedAt, QUIET_DAYS).getTime())
    }
  const next = Math.min(...coming.filter((at) => at > now.getTime()))
  return { events, nextAt: Number.isFinite(next) ? new Date(next) : null }
}

/** What was a company's latest known news when it went quiet, and what is now. */
async function latestNews(queries: Queries, userId: string, companies: MailedCompany[], after: Date) {
  const since = new Date(after.getTime() - (QUIET_DAYS + 1) * DAY_MS).toISOString()
  const { rows } = await queries.execute<{
    company_id: number
    id: string
    published_at: string
    linked_at: string
    replaced_at: string | null
  }>(sql`
    with news as (
      select seen.company_id, seen.id, seen.published_at, seen.linked_at,
        max(seen.published_at) over (found rows between unbounded preceding and 1 preceding) as newest_before
      from companies join visible_articles seen on ${isOfCompany}
      where companies.user_id = ${userId} and companies.removed_at is null
        and companies.id = any(${sql.param(companies.map(({ id }) => id))}::int[])
        and seen.published_at > ${since}::timestamptz and seen.kind <> all(${sql.param(SIGNAL_KINDS)})
      window found as (partition by seen.company_id order by seen.linked_at, seen.id)),
    latest as (
      select news.*, lead(linked_at) over (partition by company_id order by linked_at, id) as replaced_at
      from news where newest_before is null or published_at > newest_before)
    select company_id, id, published_at, linked_at, replaced_at from latest
    where replaced_at is null or replaced_at > published_at + ${QUIET_DAYS} * interval '24 hours'
    order by company_id, linked_at, id`)
  return rows.map((row) => ({
    companyId: row.company_id,
    articleId: Number(row.id),
    publishedAt: new Date(row.published_at),
    linkedAt: new Date(row.linked_at === '-infinity' ? 0 : row.linked_at),
    replacedAt: row.replaced_at === null ? null : new Date(row.replaced_at),
  }))
}

function goneQuiet({ id: companyId, name }: MailedCompany, articleId: number, lastNewsAt: Date, at: Date): MailedEvent {
  return {
    companyId,
    event: 'quiet',
    at,
    isReported: false,
    story: {
      id: articleId,
      about: 'quiet',
      companyId,
      companyName: name,
      kind: ALERT_LABELS.quiet,
      isAlarming: false,
      isReported: false,
      date: at.toISOString(),
      sentence: `No news for ${QUIET_DAYS} days. The last was on ${shortDate(lastNewsAt.toISOString(), 'UTC')}.`,
      name: null,
      short: `has had no news for ${QUIET_DAYS} days`,
      language: null,
      corrects: null,
      sources: [],
      also: [],
      stake: null,
      mark: null,
    },
    deliveries: [{ companyId, articleId, about: 'quiet' }],
    isPrivate: false,
  }
}

/** As emails print them: stories in the order of the morning, then the companies that went quiet. */
export async function alertedEvents(queries: Queries, userId: string, events: MailedEvent[]): Promise<AlertedEvent[]> {
  const aboutOf = new Map(events.map(({ story, event }) => [keyOf(story), event]))
  const stories = events.flatMap(({ story }) => ('articles' in story ? story : []))
  const ranked = await eventsOf(queries, userId, stories)
  return [
    ...ranked.map((event) => AlertedEvent.parse({ ...event, about: aboutOf.get(keyOf(event)) })),
    ...events.flatMap(({ story }) => ('articles' in story ? [] : story)),
  ]
}

/** One article may be the story of several companies. */
export const keyOf = ({ companyId, id }: { companyId: number; id: number }) => `${companyId} ${id}`
