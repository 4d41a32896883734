import type pg from 'pg'
import { drizzle, type NodePgClient, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as authSchema from './schema/auth.ts'
import * as authFactorSchema from './schema/auth-factors.ts'
import * as billingSchema from './schema/billing.ts'
import * as supportSchema from './schema/support.ts'
import * as trackedCompanySchema from './schema/tracked-companies.ts'
import * as integrationSchema from './schema/integrations.ts'
import * as mailSchema from './schema/email.ts'
import * as mailingSchema from './schema/mailings.ts'
import * as publicSchema from './schema/accounts-and-companies.ts'
import * as articleSchema from './schema/articles.ts'
import * as readingSchema from './schema/reading.ts'
import * as sharingSchema from './schema/sharing.ts'
import * as updateSchema from './schema/updates.ts'

const schema = {
  ...publicSchema,
  ...authSchema,
  ...authFactorSchema,
  ...mailSchema,
  ...mailingSchema,
  ...integrationSchema,
  ...sharingSchema,
  ...updateSchema,
  ...trackedCompanySchema,
  ...articleSchema,
  ...readingSchema,
  ...billingSchema,
  ...supportSchema,
}

export type Queries = NodePgDatabase<typeof schema>

/** The only method that the query builder calls. */
type Client = { query: (query: string | pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult> }

export const queriesOn = (client: Client): Queries => drizzle(client as NodePgClient, { schema, casing: 'snake_case' })
