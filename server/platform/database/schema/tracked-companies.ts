import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
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
    /** The site: its host and path; where no website is told, `name:` and the name's key. */
    key: text().notNull().unique(),
    website: text(),
    domain: text(),
    /** As the company calls itself, once its site has told; until then what its key says. */
    name: text().notNull(),
    createdAt: moment().notNull(),
    /** When its own site was last looked over as a whole. */
    discoveredAt: moment(),
    /** The record of another site of the same company, and what shows that it is: then only that one is read. */
    joinedTo: integer(),
    joinEvidence: text({ enum: ['redirect', 'canonical', 'feed'] }),
    /** From when records were kept by domain: its companies may be of several sites. */
    needsSplit: boolean().notNull().default(false),
  },
  (table) => [
    foreignKey({ columns: [table.joinedTo], foreignColumns: [table.id] }).onDelete('set null'),
    index('tracked_companies_joined')
      .on(table.joinedTo)
      .where(sql`${table.joinedTo} is not null`),
    index('tracked_companies_to_split')
      .on(table.id)
      .where(sql`${table.needsSplit}`),
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

/** One address that is looked at again and again; the ledger of what came of it. */
export const watches = pgTable(
  'watches',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** None where a source is asked once for all. */
    trackedCompanyId: integer().references(() => trackedCompanies.id, { onDelete: 'cascade' }),
    /** Of one user's company alone: a feed that its owner pasted. */
    companyId: integer().references(() => companies.id, { onDelete: 'cascade' }),
    source: text().notNull(),
    /** What is looked at, where one source has several addresses. */
    address: text().notNull().default(''),
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
    unique('watches_once').on(table.trackedCompanyId, table.companyId, table.source, table.address).nullsNotDistinct(),
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

/** How much may still be asked of a host that limits us, counted for all processes together. */
export const hostBudgets = pgTable(
  'host_budgets',
  { host: text().primaryKey(), left: real().notNull(), at: moment().notNull() },
  () => [systemOnly()],
)
