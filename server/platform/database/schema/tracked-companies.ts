import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { WebsiteEvidence } from '#domain/news/website-suggestions.ts'
import { moment, ownRows, sameOwner, systemOnly } from './row-security.ts'
import { companies, users } from './accounts-and-companies.ts'

/** Shared by everyone who tracks the company. Holds no user data. */
export const trackedCompanies = pgTable(
  'tracked_companies',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Exactly one of these identifies it: the host and path of its site, … */
    site: text().unique('tracked_companies_site'),
    /** … the key of its name, if no website is known, … */
    nameKey: text().unique('tracked_companies_name_key'),
    /** … or the sample company it belongs to. */
    sampleOf: integer().unique('tracked_companies_sample_of'),
    website: text(),
    domain: text(),
    /** Derived from the site or name key until the site has been scanned. */
    name: text().notNull(),
    createdAt: moment().notNull(),
    discoveredAt: moment(),
    /** The record of another site of the same company, and the evidence. Only that record is polled. */
    joinedTo: integer(),
    joinEvidence: text({ enum: ['redirect', 'canonical', 'feed'] }),
    /** When a website was last searched for, if none is known. */
    websiteSearchedAt: moment(),
    /** The version of the rules that grouped its articles into stories. */
    storyRules: integer().notNull().default(0),
  },
  (table) => [
    foreignKey({ columns: [table.joinedTo], foreignColumns: [table.id] }).onDelete('set null'),
    index('tracked_companies_joined')
      .on(table.joinedTo)
      .where(sql`${table.joinedTo} is not null`),
    check('tracked_companies_one_identity', sql`num_nonnulls(${table.site}, ${table.nameKey}, ${table.sampleOf}) = 1`),
    systemOnly(),
  ],
)

export const trackedCompanyFacts = pgTable(
  'tracked_company_facts',
  {
    trackedCompanyId: integer()
      .notNull()
      .references(() => trackedCompanies.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    value: text().notNull(),
    foundAt: text().notNull(),
    foundOn: moment().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.trackedCompanyId, table.kind, table.value] }),
    index('tracked_company_facts_feeds')
      .using('hash', table.value)
      .where(sql`${table.kind} = 'feed'`),
    systemOnly(),
  ],
)

/** For companies known by name alone. */
export const websiteSuggestions = pgTable(
  'website_suggestions',
  {
    trackedCompanyId: integer()
      .notNull()
      .references(() => trackedCompanies.id, { onDelete: 'cascade' }),
    website: text().notNull(),
    isSure: boolean().notNull(),
    evidence: jsonb().$type<WebsiteEvidence[]>().notNull(),
    foundAt: moment().notNull(),
  },
  (table) => [primaryKey({ columns: [table.trackedCompanyId, table.website] }), systemOnly()],
)

export const WATCH_KINDS = ['discover', 'feed', 'newsroom', 'sitemap', 'search', 'stream'] as const
export type WatchKind = (typeof WATCH_KINDS)[number]

export const watches = pgTable(
  'watches',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null if the watch serves all companies. */
    trackedCompanyId: integer().references(() => trackedCompanies.id, { onDelete: 'cascade' }),
    /** Set for a feed that this company's owner added. */
    companyId: integer().references(() => companies.id, { onDelete: 'cascade' }),
    source: text().notNull(),
    /** `discover` scans a whole site, `search` queries a service for one company, `stream` reads one for all. */
    kind: text({ enum: WATCH_KINDS }).notNull(),
    /** For feeds, newsrooms and sitemaps. */
    url: text(),
    state: text(),
    problem: text(),
    checkedAt: moment(),
    goodAt: moment(),
    /** When it last had content; if that disappears, the source is lost. */
    foundAt: moment(),
    lostAt: moment(),
    failingSince: moment(),
    failures: integer().notNull().default(0),
    everySeconds: integer().notNull(),
    nextAt: moment().notNull(),
    /** Polled weekly since then, because nobody with access reads it. */
    pausedAt: moment(),
    /** Its last poll was slow, so it is polled in a separate lane. */
    isSlow: boolean().notNull().default(false),
    /** Position in the queue of requested refreshes; lowest first. */
    rank: integer(),
    etag: text(),
    lastModified: text(),
    notes: jsonb().$type<Record<string, unknown>>(),
    /** A worker without the current claim writes nothing. */
    claim: uuid(),
    claimedUntil: moment(),
  },
  (table) => [
    unique('watches_once')
      .on(table.trackedCompanyId, table.companyId, table.source, table.kind, table.url)
      .nullsNotDistinct(),
    check('watches_url_by_kind', sql`(${table.kind} in ('feed', 'newsroom', 'sitemap')) = (${table.url} is not null)`),
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

/** Progress is read from the watches. */
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
  (table) => [index('refreshes_newest').on(table.userId, table.startedAt.desc().nullsFirst()), ...ownRows('user_id')],
)

const ofCompany = () => ({
  userId: uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  companyId: integer().notNull(),
})

/** Matched for the owner only. */
export const companyAliases = pgTable(
  'company_aliases',
  { ...ofCompany(), alias: text().notNull(), key: text().notNull(), createdAt: moment().notNull() },
  (table) => [
    sameOwner('company_aliases_company_id_of_owner', [table.companyId, table.userId], [companies.id, companies.userId]),
    primaryKey({ columns: [table.companyId, table.key] }),
    ...ownRows('user_id'),
  ],
)

/** Facts in the shared record that the owner rejected. */
export const companyRejections = pgTable(
  'company_rejections',
  { ...ofCompany(), kind: text().notNull(), value: text().notNull(), createdAt: moment().notNull() },
  (table) => [
    sameOwner(
      'company_rejections_company_id_of_owner',
      [table.companyId, table.userId],
      [companies.id, companies.userId],
    ),
    primaryKey({ columns: [table.companyId, table.kind, table.value] }),
    ...ownRows('user_id'),
  ],
)

export const companyFeeds = pgTable(
  'company_feeds',
  { ...ofCompany(), url: text().notNull(), createdAt: moment().notNull() },
  (table) => [
    sameOwner('company_feeds_company_id_of_owner', [table.companyId, table.userId], [companies.id, companies.userId]),
    primaryKey({ columns: [table.companyId, table.url] }),
    ...ownRows('user_id'),
  ],
)

export const hostBudgets = pgTable(
  'host_budgets',
  { host: text().primaryKey(), left: real().notNull(), at: moment().notNull() },
  () => [systemOnly()],
)

/**
 * What searches cost in a month: one row for everything, one per service and one per tracked company, which isn't a
 * reference because the money stays spent when the company is gone.
 */
export const searchSpending = pgTable(
  'search_spending',
  {
    month: date().notNull(),
    source: text(),
    trackedCompanyId: integer(),
    requests: integer().notNull(),
    candidates: integer().notNull().default(0),
    /** Millionths of a dollar, reserved before each request is sent. */
    spent: bigint({ mode: 'number' }).notNull(),
    /** The most that may be spent, as of the latest request. */
    cap: bigint({ mode: 'number' }),
  },
  (table) => [
    unique('search_spending_once').on(table.month, table.source, table.trackedCompanyId).nullsNotDistinct(),
    check('search_spending_within_cap', sql`${table.spent} <= ${table.cap}`),
    systemOnly(),
  ],
)

/** At the hubs that feeds name; what they push makes us poll the feed. */
export const feedSubscriptions = pgTable(
  'feed_subscriptions',
  {
    feedUrl: text().primaryKey(),
    hub: text().notNull(),
    /** The hub's name for the feed. */
    topic: text().notNull(),
    /** In the address that the hub calls. */
    token: text().notNull().unique('feed_subscriptions_token'),
    /** Signs what the hub sends. */
    secret: text().notNull(),
    requestedAt: moment(),
    /** Null until the hub has verified the subscription. */
    leaseUntil: moment(),
    nextTryAt: moment().notNull(),
    failures: integer().notNull().default(0),
  },
  () => [systemOnly()],
)

/** Search services that may not be asked for now. */
export const searchPauses = pgTable(
  'search_pauses',
  {
    source: text().primaryKey(),
    /** When the service refused our key. */
    refusedAt: moment(),
    pausedUntil: moment(),
  },
  () => [systemOnly()],
)
