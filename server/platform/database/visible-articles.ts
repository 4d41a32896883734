import pg from 'pg'
import { POLLED_ACCOUNTS } from '#domain/news/source-registry.ts'

const literal = (text: string) => pg.escapeLiteral(text)

/** Characters that may surround a name, including LIKE wildcards. */
const MARKS = `%_\\.,;:!?()[]{}<>"'“”‘’«»…/|*–—-\n\t\r\u00A0`
const inSpaces = (text: string) =>
  `' ' || translate(lower(${text}), ${literal(MARKS)}, ${literal(' '.repeat(MARKS.length))}) || ' '`

/** As much text as the search index covers. */
const READ_CHARS = 4000

/**
 * Matches whole phrases: "Mercury Records" is not in "Mercury Recordsmen". `original` is a row with `title`, `text` and
 * `search`.
 */
export const saysAny = (original: string, phrases: string) => `(
  -- Tests all phrases at once, article by article; a full-text index would not help.
  -- An article that isn't classified yet has no search words.
  coalesce(ts_match_vq(${original}.search, (
    select string_agg('(' || asked::text || ')', ' | ')::tsquery
    from unnest(${phrases}) as phrase, phraseto_tsquery('english'::regconfig, phrase) as asked
    where numnode(asked) > 0)), true)
  and ${inSpaces(`${original}.title || ' ' || left(${original}.text, ${READ_CHARS})`)} like any (
    array(select '%' || ${inSpaces('phrase')} || '%' from unnest(${phrases}) as phrase)))`

const hostOf = (url: string) => `lower(substring(${url} from '^https?://(?:[^/?#]*@)?([^/?#:]+)'))`

export const isOfRule = (cluster: string, url: string) => `(
  rule.kind = 'story' and rule.value = (${cluster})::text
  or rule.kind = 'publisher' and (${hostOf(url)} = rule.value or right(${hostOf(url)}, length(rule.value) + 1) = '.' || rule.value))`

type Names = { link: string; article: string }

const rulesOfOwner =
  'from company_rejections rule where rule.company_id = companies.id and rule.user_id = companies.user_id'

const clusterOf = (link: string) => `coalesce(${link}.cluster_id, ${link}.story_id, ${link}.article_id)`

/** Applies to a cluster, not to its whole story: the same event may have happened to the owner's company too. */
const isExcluded = ({ link, article }: Names) => `(
  exists (select ${rulesOfOwner} and ${isOfRule(clusterOf(link), `${article}.url`)})
  -- A near-copy says what its original says, and later articles of a cluster mean the same company as the first.
  or exists (
    select from articles original where original.id in (${article}.id, ${article}.same_as, ${clusterOf(link)})
      and ${saysAny('original', `array(select rule.value ${rulesOfOwner} and rule.kind = 'phrase')`)}))`

const rejectsName = (that: string) => `exists (select ${rulesOfOwner} and rule.kind = 'name' and ${that})`

const ACCOUNT_SOURCES = Object.entries(POLLED_ACCOUNTS)
  .map(([source, kinds]) => `when rule.kind in (${kinds.map(literal).join(', ')}) then ${literal(source)}`)
  .join(' ')
/** The account without a region prefix, as in "eu:acme". */
const ACCOUNT = `case rule.kind when 'cik' then ltrim(rule.value, '0') else regexp_replace(rule.value, '^[a-z]{2,3}:', '') end`
/** An account is a segment of a path or of a host name. */
const inSlashes = (text: string) => `'/' || translate(lower(${text}), '?.', '//') || '/'`

const isRejected = ({ link, article }: Names) => `(
  ${isExcluded({ link, article })}
  or exists (select ${rulesOfOwner} and (
    rule.kind in ('feed', 'newsroom', 'sitemap') and (rule.kind, rule.value) = (${link}.via_kind, ${link}.via)
    -- These sources poll an account, and its name is part of every URL they yield.
    or ${link}.source = case ${ACCOUNT_SOURCES} end
      and strpos(${inSlashes(`${article}.url`)}, ${inSlashes(ACCOUNT)}) > 0))
  -- Found only by names, and the user rejected all of them.
  or ${link}.evidence <> '[]' and ${rejectsName('true')} and not exists (
    select from jsonb_array_elements(${link}.evidence) as found
    where found ->> 'kind' in ('title', 'text', 'own-site', 'links-to-site', 'search', 'feed')
      and not ${rejectsName(`(found ->> 'kind' in ('title', 'text') and found ->> 'value' = rule.value
        or found ->> 'kind' = 'search' and rule.value = (
          select name from tracked_companies where tracked_companies.id = companies.tracked_company_id))`)}))`

/** The shared article with the same URL as one from a pasted feed. */
const hasSameKey = `md5(twin.key) = md5(articles.key) and twin.owner_company_id is null`

/** Each URL appears once, as the shared article if the owner can see that one. */
const isSeenAlready = `(
  exists (
    select from articles twin
    join tracked_company_articles shared on shared.article_id = twin.id and shared.tracked_company_id = companies.tracked_company_id
    where ${hasSameKey} and not ${isRejected({ link: 'shared', article: 'twin' })})
  or articles.owner_company_id is not null and exists (
    select from articles twin
    join company_articles other on other.article_id = twin.id and other.company_id = companies.id
    where ${hasSameKey} and not ${isExcluded({ link: 'other', article: 'twin' })}))`

/**
 * `is not false` keeps the condition off the index. Otherwise PostgreSQL 18 would do a skip scan through the columns
 * before it, which takes several times as long per company as reading on to the first primary article.
 */
const columns = (hasOverrides: boolean, isOwn: boolean) => `
  companies.user_id, companies.id as company_id, companies.tracked_company_id, ${hasOverrides} as has_overrides,
  link.article_id as id, link.linked_at, articles.url, articles.title, articles.text,
  articles.publisher, link.published_at, articles.precision, articles.language, articles.kind, articles.facts,
  articles.same_as, articles.section, articles.search, link.event_type, link.certainty, link.statements, link.weight, link.direction,
  link.extracted_facts, link.denied, link.source, link.evidence, link.story_id, coalesce(link.story_id, link.article_id) as story,
  ${clusterOf('link')} as cluster, link.is_primary is not false as is_primary, ${isOwn} as is_own`

const NAMES = { link: 'link', article: 'articles' }

/** Not a subselect, so that the planner knows its value. */
export const CURRENT_USER = `nullif(current_setting('app.user_id', true), '')::uuid`

/** Jobs have no user, and may ask for any company. */
const isAskersCompany = `companies.id = of_company and companies.user_id = coalesce(${CURRENT_USER}, companies.user_id)`

/**
 * Functions have their own plans. Inside the views, the rules would be planned again with every query, which takes
 * several times as long as the query itself.
 */
export const ARTICLE_FUNCTIONS = Object.entries({
  is_rejected_article: `
    select ${isRejected(NAMES)}
    from companies
    join tracked_company_articles link
      on link.tracked_company_id = companies.tracked_company_id and link.article_id = of_article
    join articles on articles.id = of_article
    where ${isAskersCompany}`,
  is_hidden_own_article: `
    select ${isExcluded(NAMES)} or ${isSeenAlready}
    from companies
    join company_articles link on link.company_id = companies.id and link.article_id = of_article
    join articles on articles.id = of_article
    where ${isAskersCompany}`,
})
  .map(
    ([name, query]) => `
      create or replace function ${name}(of_company int, of_article bigint) returns boolean
      language plpgsql stable security definer set search_path = public cost 1000
      as $$
      #variable_conflict use_column
      begin return (${query}); end $$;
      alter function ${name} owner to tidings_system;
      revoke all on function ${name} from public;
      grant execute on function ${name} to tidings_app;`,
  )
  .join('\n')

const hasRules = `exists (select ${rulesOfOwner})`

/** Without overrides, no rules are evaluated, and a left join keeps queries for links alone from reading articles. */
const ownerArticles = (order: string) => `
  (select ${columns(false, false)}
   from companies join tracked_company_articles link on link.tracked_company_id = companies.tracked_company_id
   left join articles on articles.id = link.article_id
   where companies.removed_at is null and not companies.has_overrides ${order})
  union all
  (select ${columns(true, false)}
   from companies join tracked_company_articles link on link.tracked_company_id = companies.tracked_company_id
   join articles on articles.id = link.article_id
   where companies.removed_at is null and companies.has_overrides
     and not (${hasRules} and is_rejected_article(companies.id, link.article_id)) ${order})
  union all
  (select ${columns(true, true)}
   from companies join company_articles link on link.company_id = companies.id and link.user_id = companies.user_id
   join articles on articles.id = link.article_id
   where companies.removed_at is null and companies.has_overrides
     and not is_hidden_own_article(companies.id, link.article_id) ${order})`

const NEWEST_FIRST = 'order by link.published_at desc, link.article_id desc'

/**
 * `visible_…` is what the transaction's user sees, and `owner_…` the same for jobs. `newest_…` is read by index, newest
 * first. There is no security barrier, because it would keep searches from using the index.
 */
export const articleViews: Record<string, string> = {
  owner_articles: ownerArticles(''),
  newest_owner_articles: ownerArticles(NEWEST_FIRST),
  visible_articles: `select * from owner_articles where user_id = ${CURRENT_USER}`,
  newest_visible_articles: `select * from newest_owner_articles where user_id = ${CURRENT_USER}`,
  // Includes the text of the article it copies and of its cluster's first article.
  visible_texts: `
    select seen.company_id, seen.tracked_company_id, seen.has_overrides, seen.id, original.id as original_id, original.title, original.text,
      original.search
    from visible_articles seen join articles original on original.id = any(array[seen.id, seen.same_as, seen.cluster])`,
  // Sections of shared articles and of the user's own.
  visible_sections: `
    select id, section from articles where owner_company_id is null or exists (
      select from companies where companies.id = articles.owner_company_id and companies.user_id = ${CURRENT_USER})`,
  // Excluded stories are hidden, but their titles stay visible.
  visible_exclusions: `
    select rule.company_id, rule.value, articles.title
    from company_rejections rule
    join companies on companies.id = rule.company_id and companies.user_id = rule.user_id and companies.removed_at is null
    join articles on articles.id = case rule.kind when 'story' then rule.value::bigint end
    where rule.user_id = ${CURRENT_USER} and (
      exists (select from tracked_company_articles link
        where link.tracked_company_id = companies.tracked_company_id and link.article_id = articles.id)
      or exists (select from company_articles link where link.company_id = companies.id and link.article_id = articles.id))`,
}

/** Joins a row `seen` of a view to `companies` by every column its indexes need. */
export const IS_OF_COMPANY = `(seen.company_id, seen.tracked_company_id, seen.has_overrides)
  = (companies.id, companies.tracked_company_id, companies.has_overrides)`
