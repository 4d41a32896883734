import { sql } from 'drizzle-orm'
import { previewAlerts } from '../../mailings/alerts.ts'
import { portfolioStories, type PortfolioStory } from '../../news/read/portfolio-stories.ts'
import type { Database } from '../../platform/database/open.ts'
import { isRegrouped, type Plan, type Reader } from './mailing-plan.ts'
import type { MailingContent } from '#domain/mailings/content.ts'
import type { EmailStory } from '#domain/mailings/settings.ts'
import { localTime } from '#domain/local-time.ts'
import { DAY_MS } from '#domain/time.ts'

export type Result = {
  stories: number
  digests: number
  alerts: number
  storiesInDigests: number
  storiesInAlerts: number
  goneQuiet: number
  /** Stories sent more than once, in any email. */
  repeated: number
  /** Stories that weren't in any email. */
  lost: number
  /** Local days with more than three alerts, or without exactly one daily digest. */
  wrongDays: number
  /** Emails in the preview that weren't sent, and vice versa. */
  unlikePreview: number
}

type Mailing = { kind: 'digest' | 'alert'; content: MailingContent; created_at: string; local_day: string }

export async function checkMailings(database: Database, plan: Plan): Promise<Result> {
  const results = await Promise.all(plan.readers.map((reader) => checkReader(database, plan, reader)))
  const sum = (pick: (result: Result) => number) => results.reduce((total, result) => total + pick(result), 0)
  return {
    stories: sum(({ stories }) => stories),
    digests: sum(({ digests }) => digests),
    alerts: sum(({ alerts }) => alerts),
    storiesInDigests: sum(({ storiesInDigests }) => storiesInDigests),
    storiesInAlerts: sum(({ storiesInAlerts }) => storiesInAlerts),
    goneQuiet: sum(({ goneQuiet }) => goneQuiet),
    repeated: sum(({ repeated }) => repeated),
    lost: sum(({ lost }) => lost),
    wrongDays: sum(({ wrongDays }) => wrongDays),
    unlikePreview: sum(({ unlikePreview }) => unlikePreview),
  }
}

async function checkReader(database: Database, plan: Plan, reader: Reader): Promise<Result> {
  const { id, schedule, rule } = reader
  const now = plan.end
  return database.asUser(id, async (queries) => {
    const { rows: mailings } = await queries.execute<Mailing>(
      sql`select kind, content, created_at, local_day::text from mailings where user_id = ${id} order by id`,
    )
    const stories = await portfolioStories(queries, id, { linkedAfter: new Date(plan.from.getTime() - 1), now })
    const storyOf = new Map(stories.flatMap((story) => story.articles.map(({ url }) => [url, story] as const)))
    const { rows: recorded } = await queries.execute<{ article_id: string }>(
      sql`select article_id from story_deliveries where user_id = ${id} and about = 'story'`,
    )
    const delivered = new Set(recorded.map((row) => Number(row.article_id)))
    const shown = mailings.flatMap(({ kind, content, created_at: at }) =>
      content.stories.map((story) => ({ kind, at: new Date(at), url: story.url })),
    )
    const sent = shown.filter(({ url }) => url !== null)
    const times = Map.groupBy(sent, ({ url }) => storyOf.get(url ?? ''))
    const preview = await previewAlerts(queries, id, { rule, schedule, now: plan.until })
    const alerts = mailings.filter(({ kind }) => kind === 'alert')
    const emails = alerts
      .filter(({ created_at: at }) => new Date(at) <= plan.until)
      .map(({ created_at: at, content }) => emailKey(new Date(at).toISOString(), content.stories, storyOf))
    const promised = preview.emails.map(({ at, stories: each }) => emailKey(at, each, storyOf))
    return {
      stories: stories.length,
      digests: mailings.length - alerts.length,
      alerts: alerts.length,
      storiesInDigests: sent.filter(({ kind }) => kind === 'digest').length,
      storiesInAlerts: sent.filter(({ kind }) => kind === 'alert').length,
      goneQuiet: shown.length - sent.length + mailings.flatMap(({ content }) => goneQuietOf(content)).length,
      repeated: [...times].reduce((sum, [story, group]) => sum + repetitionsIn(story, group, plan), 0),
      lost: stories.filter((story) => !times.has(story) && !story.roots.some((root) => delivered.has(root))).length,
      wrongDays: countWrongDays(mailings, plan, reader),
      unlikePreview: isRegrouped(plan.readers.indexOf(reader)) ? 0 : differences(emails, promised),
    }
  })
}

const differences = (a: string[], b: string[]) =>
  a.filter((each) => !b.includes(each)).length + b.filter((each) => !a.includes(each)).length

type Sent = { at: Date; url: string | null }

/** Two stories that turn out to be one after both were sent don't count as a repetition. */
function repetitionsIn(story: PortfolioStory | undefined, group: Sent[], { events }: Plan): number {
  const urls = new Set(story?.articles.map(({ url }) => url))
  const joins = events.filter((event) => event.kind === 'join' && (urls.has(event.key) || urls.has(event.story)))
  const lastJoin = Math.max(0, ...joins.map(({ at }) => at.getTime()))
  const since = group.filter(({ at }) => at.getTime() > lastJoin)
  return since.length < group.length ? since.length : group.length - 1
}

const goneQuietOf = (content: MailingContent) => (content.kind === 'digest' ? content.goneQuiet : [])

/** Identifies stories by id, because a later article may have changed a story's text. */
const emailKey = (at: string, stories: EmailStory[], storyOf: Map<string, PortfolioStory>) =>
  JSON.stringify([at, stories.map(({ companyName, text, url }) => [companyName, storyOf.get(url ?? '')?.id ?? text])])

function countWrongDays(mailings: Mailing[], plan: Plan, { schedule }: Reader): number {
  const onDay = (kind: Mailing['kind']) =>
    Map.groupBy(
      mailings.filter((mailing) => mailing.kind === kind),
      (mailing) => mailing.local_day,
    )
  const crowded = [...onDay('alert').values()].filter((group) => group.length > 3).length
  if (schedule.digest !== 'daily') return crowded
  const digests = onDay('digest')
  const days = Math.round((plan.end.getTime() - plan.from.getTime()) / DAY_MS)
  // The first and last days are incomplete.
  const whole = Array.from(
    { length: days - 1 },
    (_, at) => localTime(new Date(plan.from.getTime() + (at + 1) * DAY_MS), schedule.timeZone).day,
  ).slice(1)
  return crowded + whole.filter((day) => digests.get(day)?.length !== 1).length
}
