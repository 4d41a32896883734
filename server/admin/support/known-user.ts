import { USER_NOT_FOUND } from '#domain/admin/users.ts'
import { AppError } from '#domain/errors.ts'
import { accountStore } from '../../account/store.ts'
import type { AccountRow } from '../../platform/database/account-row.ts'
import type { Database } from '../../platform/database/open.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An invalid id gets the same answer as an unknown one. */
export async function knownUser(database: Database, id: string): Promise<AccountRow> {
  const user = UUID.test(id) ? await accountStore(database.system).find(id) : null
  if (!user) throw new AppError('not-found', USER_NOT_FOUND)
  return user
}
