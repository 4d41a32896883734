import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Evidence } from '#domain/news/evidence.ts'
import type { Facts } from '#domain/news/stories.ts'
import { trackedCompanies, WATCH_KINDS } from './tracked-companies.ts'
import { moment, ownRows, systemOnly, tsvector } from './row-security.ts'
import { companies, users } from './accounts-and-companies.ts'

/** What brings an article to a company: a watch of a kind, or a name that only its owner uses. */
export const VIA_KINDS = [...WATCH_KINDS, 'alias', 'name', 'former-site'] as const
export type Via = { viaKind: (typeof VIA_KINDS)[number]; via: string | null }

/** What was published, once, however many sources brought it. */
export const articles = pgTable(
  'articles',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** To open. */
    url: text().notNull(),
    /** To compare: the same for every spelling of the address. */
    key: text().notNull(),
    /** The one company that it is for: what a pasted feed says of an address is never what others are shown of it. */
    ownerCompanyId: integer().references(() => companies.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    text: text().notNull(),
    publisher: text(),
    publishedAt: moment().notNull(),
    precision: text({ enum: ['second', 'day', 'none'] }).notNull(),
    language: text(),
    kind: text().notNull(),
    facts: jsonb().$type<Record<string, string | number | string[]>>().notNull(),
    foundAt: moment().notNull(),
    /** Whether the source gave the whole text, and else what came of reading it on its page. */
    textState: text({ enum: ['enough', 'wanted', 'read', 'refused', 'failed'] })
      .notNull()
      .default('enough'),
    /** The article that told the same in nearly the same words before; the text stands there. */
    sameAs: bigint({ mode: 'number' }),
    /** What curation makes of its words; the happening is unknown where nobody has looked yet. */
    section: text(),
    eventType: text(),
    weight: real().notNull().default(0),
    direction: text({ enum: ['up', 'down'] }),
    extractedFacts: jsonb().$type<Facts>(),
    /**
     * The beginning of a text says what it is about, and keeps the index small. None before it is judged: that writes the
     * row anew, and its words would be written to the index twice.
     */
    search: tsvector().generatedAlwaysAs(
      sql`case when event_type is not null then setweight(to_tsvector('english'::regconfig, title), 'A') || setweight(to_tsvector('english'::regconfig, left(text, 4000)), 'B') end`,
    ),
  },
  (table) => [
    uniqueIndex('articles_once')
      .on(sql`md5(${table.key})`)
      .where(sql`${table.ownerCompanyId} is null`),
    uniqueIndex('articles_once_by_owner')
      .on(table.ownerCompanyId, sql`md5(${table.key})`)
      .where(sql`${table.ownerCompanyId} is not null`),
    index('articles_search').using('gin', table.search),
    index('articles_unclassified')
      .on(table.id)
      .where(sql`${table.eventType} is null`),
    index('articles_text_wanted')
      .on(table.foundAt)
      .where(sql`${table.textState} = 'wanted'`),
    systemOnly(),
  ],
)

/** An article about a company, where it was found, what says that it is about it, and which story it tells. */
const told = () => ({
  articleId: bigint({ mode: 'number' })
    .notNull()
    .references(() => articles.id, { onDelete: 'cascade' }),
  publishedAt: moment().notNull(),
  source: text().notNull(),
  /** What brought it: a watch and its URL, the key of a name that its owner gave, or a site that the company had before. */
  viaKind: text({ enum: VIA_KINDS }).notNull().default('search'),
  via: text(),
  evidence: jsonb().$type<Evidence[]>().notNull(),
  /** The article that told this story first; none where that is this one. */
  storyId: bigint({ mode: 'number' }),
  /** It is about the company, and does not only mention it. */
  isPrimary: boolean().notNull().default(true),
})

/** Which company an article is about. */
export const trackedCompanyArticles = pgTable(
  'tracked_company_articles',
  {
    trackedCompanyId: integer()
      .notNull()
      .references(() => trackedCompanies.id, { onDelete: 'cascade' }),
    ...told(),
    score: real().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.trackedCompanyId, table.articleId] }),
    index('tracked_company_articles_newest').on(
      table.trackedCompanyId,
      table.publishedAt.desc().nullsFirst(),
      table.articleId.desc().nullsFirst(),
    ),
    index('tracked_company_articles_of_article').on(table.articleId),
    check('tracked_company_articles_evidence', sql`jsonb_typeof(${table.evidence}) = 'array'`),
    systemOnly(),
  ],
)

/** What was found for one user's company alone: by a pasted feed or by a name that only they gave. */
export const companyArticles = pgTable(
  'company_articles',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    companyId: integer()
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    ...told(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.articleId] }),
    index('company_articles_newest').on(
      table.companyId,
      table.publishedAt.desc().nullsFirst(),
      table.articleId.desc().nullsFirst(),
    ),
    index('company_articles_of_article').on(table.articleId),
    check('company_articles_evidence', sql`jsonb_typeof(${table.evidence}) = 'array'`),
    ...ownRows('user_id'),
  ],
)

/** A search that its user wants to find again. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** As it stands in the address. */
    query: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [unique('saved_views_name').on(table.userId, table.name), ...ownRows('user_id')],
)

/** Companies that a user does not want to be shown as suggestions. */
export const hiddenSuggestions = pgTable(
  'hidden_suggestions',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The name's key, as domain/companies/company-key.ts sees it. */
    key: text().notNull(),
    name: text().notNull(),
    createdAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), ...ownRows('user_id')],
)

/** What the language model was asked and what it took, by day: the cap is held against it. */
export const modelUse = pgTable(
  'model_use',
  {
    day: date().notNull(),
    model: text().notNull(),
    calls: integer().notNull().default(0),
    failures: integer().notNull().default(0),
    inputTokens: bigint({ mode: 'number' }).notNull().default(0),
    outputTokens: bigint({ mode: 'number' }).notNull().default(0),
    /** Sentences that were written, and those that were thrown away because their sources do not say so. */
    sentences: integer().notNull().default(0),
    dropped: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.day, table.model] }), systemOnly()],
)
