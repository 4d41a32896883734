import { sql } from 'drizzle-orm'
import { type AnyPgColumn, customType, foreignKey, pgPolicy, pgRole, timestamp } from 'drizzle-orm/pg-core'

/** Serves requests: sees only the rows of the user in `app.user_id`. */
export const appRole = pgRole('tidings_app').existing()
/** Runs jobs and the auth server: sees every row by explicit policy, owns nothing, bypasses nothing. */
const systemRole = pgRole('tidings_system').existing()

export const currentUser = sql.raw(`nullif(current_setting('app.user_id', true), '')::uuid`)

/** For jobs, and for features that check ownership themselves. */
export const systemOnly = () =>
  pgPolicy('system_rows', { for: 'all', to: systemRole, using: sql`true`, withCheck: sql`true` })

export const ownRows = (column: string) => {
  const own = sql`${sql.identifier(column)} = (select ${currentUser})`
  return [pgPolicy('own_rows', { for: 'all', to: appRole, using: own, withCheck: own }), systemOnly()]
}

type WithOwner = [reference: AnyPgColumn, owner: AnyPgColumn]

/** Row level security does not apply to foreign keys, so a plain one could refer to another user's row. */
export const sameOwner = (name: string, columns: WithOwner, foreignColumns: WithOwner) =>
  foreignKey({ name, columns, foreignColumns }).onDelete('cascade')

export const moment = () => timestamp({ withTimezone: true, precision: 3 })

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
