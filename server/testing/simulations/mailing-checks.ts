import { sql } from 'drizzle-orm'
import { previewAlerts } from '../../mailings/alerts.ts'
import { portfolioStories, type PortfolioStory } from '../../news/read/portfolio-stories.ts'
import type { Database } from '../../platform/database/open.ts'
import { isRegrouped, type Plan, type Reader } from './mailing-plan.ts'
import type { AlertedEvent, MailingContent } from '#domain/mailings/content.ts'
import { hasNews } from '#domain/mailings/envelope.ts'

export type Result = {
  stories: number
  digests: number
  alerts: number
  storiesInDigests: number
  storiesInAlerts: number
  goneQuiet: number
  /** Stories sent more than once as alerts, or in more than one digest. */
  repeated: number
  /** Stories that no email listed or counted. */
  lost: number
  /** Local days with more than three alerts or two daily digests, and daily digests without news. */
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
    const storyOf = new Map(stories.flatMap((story) => story.articles.map((article) => [article.id, story])))
    const { rows: recorded } = await queries.execute<{ article_id: string }>(
      sql`select article_id from story_deliveries where user_id = ${id} and about = 'story'`,
    )
    const delivered = new Set(recorded.map((row) => Number(row.article_id)))
    const sent = mailings.flatMap(({ kind, content, created_at: at }) =>
      printed(content).map((articleId) => ({ kind, at: new Date(at), story: storyOf.get(articleId) })),
    )
    // What was sent as an alert is repeated in the next digest.
    const times = Map.groupBy(sent, ({ kind, story }) => `${kind} ${story?.id}`)
    const known = new Set(sent.map(({ story }) => story))
    const preview = await previewAlerts(queries, id, { rule, schedule, now: plan.until })
    const alerts = mailings.filter(({ kind }) => kind === 'alert')
    const emails = alerts
      .filter(({ created_at: at }) => new Date(at) <= plan.until)
      .map(({ created_at: at, content }) => emailKey(new Date(at).toISOString(), eventsOf(content), storyOf))
    const promised = preview.emails.map(({ at, events }) => emailKey(at, events, storyOf))
    return {
      stories: stories.length,
      digests: mailings.length - alerts.length,
      alerts: alerts.length,
      storiesInDigests: sent.filter(({ kind }) => kind === 'digest').length,
      storiesInAlerts: sent.filter(({ kind }) => kind === 'alert').length,
      goneQuiet: mailings.reduce((sum, { content }) => sum + goneQuietIn(content), 0),
      repeated: [...times.values()].reduce((sum, group) => sum + repetitionsIn(group, plan), 0),
      lost: stories.filter((story) => !known.has(story) && !story.roots.some((root) => delivered.has(root))).length,
      wrongDays: countWrongDays(mailings, reader),
      unlikePreview: isRegrouped(plan.readers.indexOf(reader)) ? 0 : differences(emails, promised),
    }
  })
}

const differences = (a: string[], b: string[]) =>
  a.filter((each) => !b.includes(each)).length + b.filter((each) => !a.includes(each)).length

type Sent = { at: Date; story: PortfolioStory | undefined }

/** Two stories that turn out to be one after both were sent don't count as a repetition. */
function repetitionsIn(group: Sent[], { events }: Plan): number {
  const urls = new Set(group[0]?.story?.articles.map(({ url }) => url))
  const joins = events.filter((event) => event.kind === 'join' && (urls.has(event.key) || urls.has(event.story)))
  const lastJoin = Math.max(0, ...joins.map(({ at }) => at.getTime()))
  const since = group.filter(({ at }) => at.getTime() > lastJoin)
  return since.length < group.length ? since.length : group.length - 1
}

const eventsOf = (content: MailingContent) => (content.kind === 'alert' ? content.events : [])

/** The articles that name the stories of an email. Without the week's best, which were read or sent before. */
const printed = (content: MailingContent): number[] =>
  content.kind === 'alert'
    ? content.events.filter(({ about }) => about !== 'quiet').map(({ id }) => id)
    : [
        ...content.events.flatMap(({ id, also }) => [id, ...also.map(({ storyId }) => storyId)]),
        ...content.lines.map(({ storyId }) => storyId),
      ]

const goneQuietIn = (content: MailingContent): number =>
  content.kind === 'digest' ? content.goneQuiet.length : content.events.filter(({ about }) => about === 'quiet').length

/** Identifies stories by id and in any order, because a later article may have changed a story's text and weight. */
const emailKey = (at: string, events: AlertedEvent[], storyOf: Map<number, PortfolioStory>) =>
  JSON.stringify([at, events.map(({ about, id }) => `${about} ${storyOf.get(id)?.id ?? id}`).toSorted()])

function countWrongDays(mailings: Mailing[], { schedule }: Reader): number {
  const onDay = (kind: Mailing['kind']) =>
    Map.groupBy(
      mailings.filter((mailing) => mailing.kind === kind),
      (mailing) => mailing.local_day,
    )
  const crowded = [...onDay('alert').values()].filter((group) => group.length > 3).length
  if (schedule.digest !== 'daily') return crowded
  const empty = mailings.filter(({ content }) => content.kind === 'digest' && !hasNews(content))
  return crowded + empty.length + [...onDay('digest').values()].filter((group) => group.length > 1).length
}
