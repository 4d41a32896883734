import { createHash } from 'node:crypto'
import type pg from 'pg'
import { ARTICLE_FUNCTIONS, articleViews, CURRENT_USER } from './visible-articles.ts'

const WATCH = `watches.source, watches.kind, watches.url, watches.state, watches.problem, watches.checked_at, watches.good_at,
  watches.next_at, watches.failing_since`

/** In order of creation. */
const VIEWS = Object.entries({
  ...articleViews,
  // Includes removed companies, because their owner knows their names.
  visible_tracked_companies: `
    select companies.id as company_id, tracked_companies.id, tracked_companies.name, tracked_companies.website,
      tracked_companies.discovered_at
    from companies join tracked_companies on tracked_companies.id = companies.tracked_company_id
    where companies.user_id = ${CURRENT_USER}`,
  visible_facts: `
    select companies.id as company_id, fact.kind, fact.value, fact.found_at, fact.found_on
    from companies join tracked_company_facts fact on fact.tracked_company_id = companies.tracked_company_id
    where companies.user_id = ${CURRENT_USER}`,
  visible_watches: `
    select companies.id as company_id, false as is_own, ${WATCH}
    from companies join watches on watches.tracked_company_id = companies.tracked_company_id and watches.company_id is null
    where companies.user_id = ${CURRENT_USER} and companies.removed_at is null
    union all
    select companies.id, true, ${WATCH} from companies join watches on watches.company_id = companies.id
    where companies.user_id = ${CURRENT_USER} and companies.removed_at is null`,
  // Watches that serve all companies, such as press feeds.
  visible_shared_watches: `
    select ${WATCH} from watches where watches.tracked_company_id is null and watches.company_id is null`,
})

/** All other views are for jobs. */
const isForRequests = (name: string) => name.includes('visible_')

/** Whether many of the newest articles match, which decides how to run a search. */
const IS_COMMON = `
  create or replace function is_common_in_news(words tsquery, of_section text, among int, enough int) returns boolean
  language sql stable security definer set search_path = public
  return (
    select count(*) >= enough from (
      select search, section from articles
      where id > (select max(id) from articles) - among and owner_company_id is null offset 0) as newest
    where (words is null or search @@ words) and (of_section is null or section = of_section));
  alter function is_common_in_news owner to tidings_system;
  revoke all on function is_common_in_news from public;
  grant execute on function is_common_in_news to tidings_app;
  grant select on sequence articles_id_seq, briefs_id_seq to tidings_app;`

const VERSION = createHash('sha256')
  .update(JSON.stringify([ARTICLE_FUNCTIONS, VIEWS, IS_COMMON]))
  .digest('hex')

/** A table can't be altered while views depend on it. */
export const dropViews = (): string =>
  VIEWS.toReversed()
    .map(([name]) => `drop view if exists ${name};`)
    .join('\n')

/** Views run as their owner, the system role, so the app role needs no privileges on the tables behind them. */
export const createViews = (): string => `
  grant create on schema public to tidings_system;
  ${dropViews()}
  ${ARTICLE_FUNCTIONS}
  ${VIEWS.map(
    ([name, query]) => `
      create view ${name} as ${query};
      alter view ${name} owner to tidings_system;
      comment on view ${name} is '${VERSION}';
      ${isForRequests(name) ? `grant select on ${name} to tidings_app;` : ''}`,
  ).join('\n')}
  ${IS_COMMON}
  revoke create on schema public from tidings_system;`

export async function hasViews(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ version: string | null }>(
    `select obj_description(to_regclass($1), 'pg_class') as version`,
    [VIEWS.at(-1)?.[0]],
  )
  return rows[0]?.version === VERSION
}
