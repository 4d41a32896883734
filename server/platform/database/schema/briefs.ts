import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgPolicy, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { BRIEF_STATUSES, type BriefSection, type NewsSource } from '#domain/news/briefs.ts'
import { companies, users } from './accounts-and-companies.ts'
import { appRole, currentUser, moment, sameOwner, systemOnly, tsvector } from './row-security.ts'

const body = () => jsonb().$type<BriefSection[]>()
const sources = () => jsonb().$type<NewsSource[]>()
const searchOf = (column: string) =>
  tsvector().generatedAlwaysAs(sql.raw(`setweight(to_tsvector('english'::regconfig, ${column}), 'B')`))

/** One brief per tracked company for everyone, or per company for its owner alone. */
export const briefs = pgTable(
  'briefs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    companyId: integer(),
    trackedCompanyId: integer(),
    status: text({ enum: BRIEF_STATUSES }).notNull(),
    body: body().notNull(),
    sources: sources().notNull().default([]),
    /** Number of sentences supported by their citations. */
    verified: integer().notNull().default(0),
    /** The last model asked; `status` says whether anything it wrote was verified. */
    modelName: text(),
    /** Stored alongside the extractive brief, because each reader chooses between the two. */
    modelBody: body(),
    modelSources: sources(),
    modelVerified: integer(),
    search: searchOf('body'),
    modelSearch: searchOf('model_body'),
    publishedAt: moment().notNull(),
    createdAt: moment().notNull().defaultNow(),
  },
  (table) => [
    sameOwner('briefs_company_id_of_owner', [table.companyId, table.userId], [companies.id, companies.userId]),
    check(
      'briefs_of_one',
      sql`(${table.trackedCompanyId} is null) = (${table.companyId} is not null and ${table.userId} is not null)`,
    ),
    check(
      'briefs_by_model',
      sql`case when ${table.status} = 'model' then num_nonnulls(${table.modelName}, ${table.modelBody}, ${table.modelSources}, ${table.modelVerified}) = 4 else num_nonnulls(${table.modelBody}, ${table.modelSources}, ${table.modelVerified}) = 0 end`,
    ),
    index('briefs_newest').on(table.userId, table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('briefs_of_company').on(table.companyId, table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('briefs_of_tracked_company').on(
      table.trackedCompanyId,
      table.publishedAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('briefs_of_headlines')
      .on(table.id)
      .where(sql`${table.status} = 'headlines'`),
    pgPolicy('own_rows', {
      for: 'select',
      to: appRole,
      using: sql`user_id = (select ${currentUser}) or (select true from companies where companies.tracked_company_id = briefs.tracked_company_id and companies.user_id = (select ${currentUser}) and companies.removed_at is null limit 1)`,
    }),
    systemOnly(),
  ],
)
