import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Evidence } from '#domain/news/evidence.ts'
import type { Certainty, Fact } from '#domain/news/facts.ts'
import type { EventType } from '#domain/taxonomy.ts'
import { trackedCompanies, WATCH_KINDS } from './tracked-companies.ts'
import { moment, ownRows, sameOwner, systemOnly, tsvector } from './row-security.ts'
import { companies, users } from './accounts-and-companies.ts'

/** A watch kind, a name that only the company's owner uses, an email that they received, or their word for it. */
export const VIA_KINDS = [...WATCH_KINDS, 'alias', 'name', 'former-site', 'update', 'confirmed'] as const
export type Via = { viaKind: (typeof VIA_KINDS)[number]; via: string | null }

export const articles = pgTable(
  'articles',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    url: text().notNull(),
    /** The same for every spelling of the URL. */
    key: text().notNull(),
    /** Set for items from a pasted feed and for founder updates, which only the company's owner may see. */
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
    /** The feed it came from, and a hash of its content there: a different hash later means that it was edited. */
    feedUrl: text(),
    feedHash: text(),
    /** Whether the source supplied the full text; if not, the result of fetching the page. */
    textState: text({ enum: ['enough', 'wanted', 'read', 'refused', 'failed'] })
      .notNull()
      .default('enough'),
    /** An earlier article with nearly the same text, which holds that text. */
    sameAs: bigint({ mode: 'number' }),
    section: text(),
    isClassified: boolean().notNull().default(false),
    /**
     * The beginning of a text is enough and keeps the index small. Empty until classified, because that rewrites the
     * row and would index it twice.
     */
    search: tsvector().generatedAlwaysAs(
      sql`case when is_classified then setweight(to_tsvector('english'::regconfig, title), 'A') || setweight(to_tsvector('english'::regconfig, left(text, 4000)), 'B') end`,
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
    index('articles_published').on(table.publishedAt).concurrently(),
    // Covers everything that counting needs, so that it doesn't read article texts.
    index('articles_labels').on(table.id, table.section, table.kind, table.ownerCompanyId).concurrently(),
    index('articles_text_wanted')
      .on(table.foundAt)
      .where(sql`${table.textState} = 'wanted'`),
    systemOnly(),
  ],
)

/**
 * Items that may be about any company, kept for three months so that a name tracked later can be matched against them.
 * Not exposed by any view.
 */
export const pressItems = pgTable(
  'press_items',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    url: text().notNull(),
    key: text().notNull(),
    title: text().notNull(),
    text: text().notNull(),
    publisher: text(),
    publishedAt: moment().notNull(),
    precision: text({ enum: ['second', 'day', 'none'] }).notNull(),
    language: text(),
    kind: text().notNull(),
    facts: jsonb().$type<Record<string, string | number | string[]>>().notNull(),
    source: text().notNull(),
    viaKind: text({ enum: VIA_KINDS }).notNull(),
    via: text(),
    /** The first words of the names it may contain, and the sites it may be on. */
    names: text().array().notNull(),
  },
  (table) => [
    uniqueIndex('press_items_once').on(sql`md5(${table.key})`),
    index('press_items_names').using('gin', table.names),
    index('press_items_published').on(table.publishedAt),
    systemOnly(),
  ],
)

/**
 * Press items that may be about a company or another of that name. They are no links, so that nothing but the question
 * to the company's owners reads them.
 */
export const possibleArticles = pgTable(
  'possible_articles',
  {
    trackedCompanyId: integer()
      .notNull()
      .references(() => trackedCompanies.id, { onDelete: 'cascade' }),
    pressItemId: bigint({ mode: 'number' })
      .notNull()
      .references(() => pressItems.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.trackedCompanyId, table.pressItemId] }),
    index('possible_articles_of_item').on(table.pressItemId),
    systemOnly(),
  ],
)

/** What an article said before its source changed it. */
export const articleRevisions = pgTable(
  'article_revisions',
  {
    articleId: bigint({ mode: 'number' })
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
    replacedAt: moment().notNull(),
    title: text().notNull(),
    text: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.articleId, table.replacedAt] }), systemOnly()],
)

const articleLink = () => ({
  articleId: bigint({ mode: 'number' })
    .notNull()
    .references(() => articles.id, { onDelete: 'cascade' }),
  publishedAt: moment().notNull(),
  /** When readers could first see it. It counts as new from then on, whenever it was published. */
  linkedAt: moment().notNull().defaultNow(),
  source: text().notNull(),
  /** What linked it: a watch and its URL, the key of an alias, or a former site of the company. */
  viaKind: text({ enum: VIA_KINDS }).notNull().default('search'),
  via: text(),
  evidence: jsonb().$type<Evidence[]>().notNull(),
  /** The first article of this story; null for that article itself. */
  storyId: bigint({ mode: 'number' }),
  /** The first article of its cluster, if the cluster reports the same event as an earlier one and joined its story. */
  clusterId: bigint({ mode: 'number' }),
  /** About the company rather than only mentioning it. */
  isPrimary: boolean().notNull().default(true),
  /** What the article says happened to this company; other companies in it have their own events. Null until read. */
  eventType: text().$type<EventType>(),
  /** Of that event: reported by unnamed sources only, or before the deal is done. */
  certainty: text().$type<Certainty>().notNull().default('stated'),
  /** The article's sentences that state that event. */
  statements: jsonb().$type<string[]>().notNull().default([]),
  weight: real().notNull().default(0),
  direction: text({ enum: ['up', 'down'] }),
  extractedFacts: jsonb().$type<Fact[]>(),
  /** Events that it denies, or reports as failed or called off. */
  denied: jsonb().$type<EventType[]>().notNull().default([]),
})

export const trackedCompanyArticles = pgTable(
  'tracked_company_articles',
  {
    trackedCompanyId: integer()
      .notNull()
      .references(() => trackedCompanies.id, { onDelete: 'cascade' }),
    ...articleLink(),
    score: real().notNull(),
    /** Whether a language model should read it, may if it reads all, or has. Null until read by the local reader. */
    modelReads: text({ enum: ['due', 'optional', 'done'] }),
  },
  (table) => [
    primaryKey({ columns: [table.trackedCompanyId, table.articleId] }),
    // Covers everything that counting needs.
    index('tracked_company_articles_listed')
      .on(
        table.trackedCompanyId,
        table.publishedAt.desc().nullsFirst(),
        table.articleId.desc().nullsFirst(),
        table.storyId,
        table.clusterId,
        table.linkedAt,
        table.source,
        table.weight,
        table.isPrimary,
        table.eventType,
        table.denied,
      )
      .concurrently(),
    // The same, plus everything that a list of new stories needs. Replaces the index above once no release uses it.
    index('tracked_company_articles_new')
      .on(
        table.trackedCompanyId,
        table.publishedAt.desc().nullsFirst(),
        table.articleId.desc().nullsFirst(),
        table.storyId,
        table.clusterId,
        table.linkedAt,
        table.source,
        table.weight,
        table.isPrimary,
        table.eventType,
        table.certainty,
        table.denied,
      )
      .concurrently(),
    index('tracked_company_articles_of_article').on(table.articleId),
    index('tracked_company_articles_linked').using('brin', table.linkedAt),
    index('tracked_company_articles_unread')
      .on(table.articleId)
      .where(sql`${table.eventType} is null`),
    index('tracked_company_articles_for_model')
      .on(table.publishedAt)
      .where(sql`${table.modelReads} in ('due', 'optional')`)
      .concurrently(),
    check('tracked_company_articles_evidence', sql`jsonb_typeof(${table.evidence}) = 'array'`),
    systemOnly(),
  ],
)

/** Articles of one user's company only: from a pasted feed, an alias or an update that they received. */
export const companyArticles = pgTable(
  'company_articles',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    companyId: integer().notNull(),
    ...articleLink(),
  },
  (table) => [
    sameOwner(
      'company_articles_company_id_of_owner',
      [table.companyId, table.userId],
      [companies.id, companies.userId],
    ),
    primaryKey({ columns: [table.companyId, table.articleId] }),
    index('company_articles_newest').on(
      table.companyId,
      table.publishedAt.desc().nullsFirst(),
      table.articleId.desc().nullsFirst(),
    ),
    index('company_articles_of_article').on(table.articleId),
    index('company_articles_linked').using('brin', table.linkedAt),
    index('company_articles_unread')
      .on(table.articleId)
      .where(sql`${table.eventType} is null`),
    check('company_articles_evidence', sql`jsonb_typeof(${table.evidence}) = 'array'`),
    ...ownRows('user_id'),
  ],
)
