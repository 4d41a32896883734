import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
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
import { moment, ownRows, systemOnly } from './row-security.ts'
import { companies, users } from './accounts-and-companies.ts'

/** One record per tracked company, whoever tracks it. Nothing of a user's is in it. */
export const trackedCompanies = pgTable(
  'tracked_companies',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** What identifies it, exactly one of these: the host and path of its site, … */
    site: text().unique('tracked_companies_site'),
    /** … the key of its name, where no website is known, … */
    nameKey: text().unique('tracked_companies_name_key'),
    /** … or the sample company that it belongs to. */
    sampleOf: integer().unique('tracked_companies_sample_of'),
    website: text(),
    domain: text(),
    /** What the company calls itself; until its site was scanned, derived from the site or name key. */
    name: text().notNull(),
    createdAt: moment().notNull(),
    /** When its site was last scanned as a whole. */
    discoveredAt: moment(),
    /** The record of another site of the same company, and what shows that it is: then only that one is read. */
    joinedTo: integer(),
    joinEvidence: text({ enum: ['redirect', 'canonical', 'feed'] }),
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

/** What its own site tells of a company, each fact with where it stood. */
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

export const WATCH_KINDS = ['discover', 'feed', 'newsroom', 'sitemap', 'search', 'stream'] as const
export type WatchKind = (typeof WATCH_KINDS)[number]

/** One thing that is polled on a schedule, with its state. */
export const watches = pgTable(
  'watches',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null where one watch serves all companies. */
    trackedCompanyId: integer().references(() => trackedCompanies.id, { onDelete: 'cascade' }),
    /** Set for a feed that the owner of this company pasted. */
    companyId: integer().references(() => companies.id, { onDelete: 'cascade' }),
    source: text().notNull(),
    /** `discover` scans a whole site, `search` queries a service for one company, `stream` reads one for all. */
    kind: text({ enum: WATCH_KINDS }).notNull(),
    /** Of a feed, newsroom or sitemap. */
    url: text(),
    state: text(),
    problem: text(),
    checkedAt: moment(),
    goodAt: moment(),
    /** When it last had what it is polled for; one that had it and has it no more is lost. */
    foundAt: moment(),
    lostAt: moment(),
    failingSince: moment(),
    failures: integer().notNull().default(0),
    everySeconds: integer().notNull(),
    nextAt: moment().notNull(),
    /** Since when it is polled once a week only, because nobody with access reads it. */
    pausedAt: moment(),
    /** A request of its last poll waited long for an answer: polled in a lane of its own. */
    isSlow: boolean().notNull().default(false),
    /** Place in the queue of refreshes that users requested; the lowest goes first. */
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

/** A refresh that a user requested; its progress is read from the watches. */
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
  companyId: integer()
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' }),
})

/** Other names that the owner of a company gave it; matched for the owner alone. */
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

/** Token buckets of rate-limited hosts, shared by all processes. */
export const hostBudgets = pgTable(
  'host_budgets',
  { host: text().primaryKey(), left: real().notNull(), at: moment().notNull() },
  () => [systemOnly()],
)
