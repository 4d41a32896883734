import { sql } from 'drizzle-orm'
import { EVENT_MONTHS, firstDays, type EventCounts } from '#domain/news/analytics.ts'
import { EVENT_NAMES, eventTypesNamed, type EventType } from '#domain/taxonomy.ts'
import type { Queries } from '../../../platform/database/open.ts'
import { isMine, visibleRows, STORY_MARGIN_MS } from './story-counts.ts'

type Row = { event_type: EventType; month: number; stories: number }

/** Reads only links, never articles. */
export async function eventCounts(queries: Queries, userId: string, now: Date): Promise<EventCounts> {
  const months = firstDays(now, EVENT_MONTHS)
  const [began = ''] = months
  const since = new Date(Date.parse(began) - STORY_MARGIN_MS).toISOString()
  const links = visibleRows(
    sql`seen.story, seen.id, seen.published_at, seen.event_type, seen.weight, seen.denied`,
    sql`seen.published_at >= ${since}::timestamptz`,
  )
  const { rows } = await queries.execute<Row>(sql`
    with links as materialized (
      select companies.id as company_id, links.* from companies cross join lateral (${links}) as links
      where ${isMine({ userId })}),
    denied as (
      select company_id, story, event.type as event_type, max(published_at) as denied_at
      from links cross join lateral jsonb_array_elements_text(denied) as event (type)
      where denied <> '[]' group by company_id, story, event.type),
    stories as (
      select company_id, story, min(published_at) as first_at,
        (array_agg(event_type order by weight desc, id) filter (
          where event_type <> 'mention' and (denied_at is null or denied_at < published_at)))[1] as event_type
      from links left join denied using (company_id, story, event_type) group by company_id, story)
    select event_type, month, count(*)::int as stories from (
      select event_type, width_bucket(first_at, ${sql.param(months)}::timestamptz[]) - 1 as month from stories
      where event_type is not null and first_at >= ${began}::timestamptz) as happened
    group by event_type, month`)
  return { months, events: EVENT_NAMES.flatMap((event) => countsOf(event, rows)) }
}

function countsOf(event: string, rows: Row[]): EventCounts['events'] {
  const types = eventTypesNamed(event)
  const own = rows.filter(({ event_type: type }) => types.includes(type))
  if (own.length === 0) return []
  const perMonth = Array.from({ length: EVENT_MONTHS }, (_, at) =>
    own.filter(({ month }) => month === at).reduce((sum, { stories }) => sum + stories, 0),
  )
  return [{ event, perMonth }]
}
