import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  real,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Facts } from '#domain/story-facts.ts'
import { companies, ownRows, systemRole, users } from './schema.ts'

const moment = () => timestamp({ withTimezone: true, precision: 3 })
const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** What everybody shares: only jobs and the words that have looked whose company it is may read it. */
const systemOnly = () =>
  pgPolicy('system_rows', { for: 'all', to: systemRole, using: sql`true`, withCheck: sql`true` })

/** One record per tracked company, whoever tracks it. Nothing of a user's is in it. */
export const subjects = pgTable(
  'subjects',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The registrable domain; where no website is told, `name:` and the name's key. */
    key: text().notNull().unique(),
    website: text(),
    domain: text(),
    /** As the company calls itself, once its site has told; until then what its key says. */
    name: text().notNull(),
    createdAt: moment().notNull(),
    /** When its own site was last looked over as a whole. */
    surveyedAt: moment(),
  },
  () => [systemOnly()],
)

/** What its own site tells of a company, each fact with where it stood. */
export const subjectFacts = pgTable(
  'subject_facts',
  {
    subjectId: integer()
      .notNull()
      .references(() => subjects.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    value: text().notNull(),
    foundAt: text().notNull(),
    foundOn: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.subjectId, table.kind, table.value] }), systemOnly()],
)

/** One address that is looked at again and again; the ledger of what came of it. */
export const watches = pgTable(
  'watches',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** None where a source is asked once for all. */
    subjectId: integer().references(() => subjects.id, { onDelete: 'cascade' }),
    /** Of one user's company alone: a feed that its owner pasted. */
    companyId: integer().references(() => companies.id, { onDelete: 'cascade' }),
    source: text().notNull(),
    /** What is looked at, where one source has several addresses. */
    address: text().notNull().default(''),
    state: text(),
    problem: text(),
    checkedAt: moment(),
    goodAt: moment(),
    failingSince: moment(),
    failures: integer().notNull().default(0),
    everySeconds: integer().notNull(),
    nextAt: moment().notNull(),
    /** Places in a line of people who asked for it now; the lower goes first. */
    rank: integer(),
    etag: text(),
    lastModified: text(),
    notes: jsonb().$type<Record<string, unknown>>(),
    /** Who works on it and until when; a late writer without the claim writes nothing. */
    claim: uuid(),
    claimedUntil: moment(),
  },
  (table) => [
    unique('watches_once')
      .on(table.subjectId, table.companyId, table.source, table.address)
      .nullsNotDistinct(),
    index('watches_due').on(table.nextAt),
    index('watches_of_company')
      .on(table.companyId)
      .where(sql`${table.companyId} is not null`),
    index('watches_asked')
      .on(table.rank, table.nextAt)
      .where(sql`${table.rank} is not null`),
    systemOnly(),
  ],
)

/** What was published, once, however many sources brought it. */
export const articles = pgTable(
  'articles',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** To open. */
    url: text().notNull(),
    /** To compare: the same for every spelling of the address. */
    key: text().notNull(),
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
    happening: text(),
    weight: real().notNull().default(0),
    direction: text({ enum: ['up', 'down'] }),
    stated: jsonb().$type<Facts>(),
    /** The beginning of a text says what it is about, and keeps the index small. */
    search: searchWords().generatedAlwaysAs(
      sql`setweight(to_tsvector('english'::regconfig, title), 'A') || setweight(to_tsvector('english'::regconfig, left(text, 4000)), 'B')`,
    ),
  },
  (table) => [
    uniqueIndex('articles_once').on(sql`md5(${table.key})`),
    index('articles_search').using('gin', table.search),
    index('articles_not_judged')
      .on(table.id)
      .where(sql`${table.happening} is null`),
    index('articles_text_wanted')
      .on(table.foundAt)
      .where(sql`${table.textState} = 'wanted'`),
    systemOnly(),
  ],
)

/** Which company an article is about, and what says so. */
export const subjectArticles = pgTable(
  'subject_articles',
  {
    subjectId: integer()
      .notNull()
      .references(() => subjects.id, { onDelete: 'cascade' }),
    articleId: bigint({ mode: 'number' })
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    publishedAt: moment().notNull(),
    source: text().notNull(),
    /** The address of the watch that brought it: who rejects that address does not see it. */
    via: text().notNull().default(''),
    score: real().notNull(),
    evidence: text().array().notNull(),
    /** The article that told this story first; none where that is this one. */
    storyId: bigint({ mode: 'number' }),
    /** It is about the company, and does not only mention it. */
    isPrimary: boolean().notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.subjectId, table.articleId] }),
    index('subject_articles_newest').on(
      table.subjectId,
      table.publishedAt.desc().nullsFirst(),
      table.articleId.desc().nullsFirst(),
    ),
    index('subject_articles_of_article').on(table.articleId),
    systemOnly(),
  ],
)

/** Somebody asked for everything now; how far it is can be told from the watches. */
export const refreshes = pgTable(
  'refreshes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    companyIds: integer().array().notNull(),
    startedAt: moment().notNull(),
    finishedAt: moment(),
  },
  (table) => [
    index('refreshes_newest').on(table.userId, table.startedAt.desc().nullsFirst()),
    ...ownRows('user_id'),
  ],
)

const ofCompany = () => ({
  userId: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  companyId: integer()
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' }),
})

/** Other names of a company that its owner told; matched for the owner alone. */
export const companyAliases = pgTable(
  'company_aliases',
  { ...ofCompany(), alias: text().notNull(), key: text().notNull(), createdAt: moment().notNull() },
  (table) => [primaryKey({ columns: [table.companyId, table.key] }), ...ownRows('user_id')],
)

/** Facts of the shared record that the owner of a company does not believe. */
export const companyRejections = pgTable(
  'company_rejections',
  { ...ofCompany(), kind: text().notNull(), value: text().notNull(), createdAt: moment().notNull() },
  (table) => [primaryKey({ columns: [table.companyId, table.kind, table.value] }), ...ownRows('user_id')],
)

/** Feeds that the owner of a company pasted, such as an alert of their own. */
export const companyFeeds = pgTable(
  'company_feeds',
  { ...ofCompany(), url: text().notNull(), createdAt: moment().notNull() },
  (table) => [primaryKey({ columns: [table.companyId, table.url] }), ...ownRows('user_id')],
)

/** What was found for one user's company alone: by a pasted feed or by a name that only they gave. */
export const companyArticles = pgTable(
  'company_articles',
  {
    ...ofCompany(),
    articleId: bigint({ mode: 'number' })
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    publishedAt: moment().notNull(),
    source: text().notNull(),
    via: text().notNull().default(''),
    evidence: text().array().notNull(),
    /** The article that told this story first; none where that is this one. */
    storyId: bigint({ mode: 'number' }),
    /** It is about the company, and does not only mention it. */
    isPrimary: boolean().notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.articleId] }),
    index('company_articles_newest').on(
      table.companyId,
      table.publishedAt.desc().nullsFirst(),
      table.articleId.desc().nullsFirst(),
    ),
    index('company_articles_of_article').on(table.articleId),
    ...ownRows('user_id'),
  ],
)

/** How much may still be asked of a host that limits us, counted for all processes together. */
export const hostBudgets = pgTable(
  'host_budgets',
  { host: text().primaryKey(), left: real().notNull(), at: moment().notNull() },
  () => [systemOnly()],
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
    /** The name's key, as domain/company-key.ts sees it. */
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
