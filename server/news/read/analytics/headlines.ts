import { sql } from 'drizzle-orm'
import { daysAgo, HEADLINE_DAYS, type CompanyHeadlines, type Headline } from '#domain/news/analytics.ts'
import { eventLine, outletName } from '#domain/news/event-line.ts'
import type { Story } from '#domain/news/stories.ts'
import { eventLabel, NOTABLE } from '#domain/taxonomy.ts'
import type { Queries } from '../../../platform/database/open.ts'
import { isOfCompany, STORY_COLUMNS } from '../visible-articles.ts'
import { groupStories, type StoryRow } from '../stories.ts'
import { isMine, visibleRows } from './story-counts.ts'

const MAX_HEADLINES = 3
/** Several articles may report the same event. */
const MAX_ARTICLES = 12

type Row = StoryRow & { company_id: number; name: string; website: string | null }

/** Headlines are chosen by their links, so that only articles that may be shown have to be read. */
export async function companyHeadlines(queries: Queries, userId: string, now: Date): Promise<CompanyHeadlines[]> {
  const since = sql`${daysAgo(now, HEADLINE_DAYS).toISOString()}::timestamptz`
  const links = visibleRows(
    sql`seen.id, seen.weight, seen.denied, seen.published_at`,
    sql`seen.published_at >= ${since} and seen.is_primary and (seen.weight >= ${NOTABLE}::float8 or seen.denied <> '[]')`,
  )
  const { rows } = await queries.execute<Row>(sql`
    select companies.id as company_id, companies.name, companies.website, article.*
    from companies
    cross join lateral (
      -- A denial has little weight, but it cancels a report.
      select links.id, links.published_at from (${links}) as links
      order by links.denied <> '[]' desc, links.weight desc, links.published_at desc, links.id desc limit ${MAX_ARTICLES}) as chosen
    cross join lateral (
      select ${STORY_COLUMNS} from visible_articles seen where ${isOfCompany}
        and (seen.published_at, seen.id) = (chosen.published_at, chosen.id) offset 0) as article
    where ${isMine({ userId })}
    order by companies.name, companies.id`)
  return [...Map.groupBy(rows, (row) => row.company_id).values()].flatMap(headlinesOf)
}

function headlinesOf(rows: Row[]): CompanyHeadlines[] {
  const [company] = rows
  if (!company) return []
  const headlines = groupStories(rows)
    .filter(({ eventType }) => eventType !== 'mention')
    .toSorted((a, b) => b.weight - a.weight || (a.publishedAt < b.publishedAt ? 1 : -1))
    .slice(0, MAX_HEADLINES)
    .map((story) => toHeadline(story, company.name))
  if (headlines.length === 0) return []
  return [{ companyId: company.company_id, name: company.name, website: company.website, headlines }]
}

function toHeadline(story: Story, company: string): Headline {
  const source = story.articles.find(({ title }) => title === story.title)
  const earliest = story.articles.reduce((a, b) => (b.publishedAt < a.publishedAt ? b : a))
  return {
    label: eventLabel(story),
    text: eventLine(story, company).text,
    url: source?.url ?? earliest.url,
    publisher: outletName(source?.publisher ?? null, company),
    publishedAt: earliest.publishedAt,
  }
}
