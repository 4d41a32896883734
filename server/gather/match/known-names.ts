import { setImmediate as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { createNames } from './names.ts'
import { ownFinds } from '../own-view/own-finds.ts'
import { watchStore } from '../watches/watch-store.ts'
import { typedNames } from './typed-names.ts'

const AT_A_TIME = 2000

/** The names of all that is tracked; read anew only where one has come or changed. */
export function createKnownNames({ database }: { database: Database }) {
  let names = createNames([])
  let mark = ''

  async function markNow(): Promise<string> {
    const { rows } = await database.system.execute(sql`
      select (select max(id) from subjects) as subject, (select max(surveyed_at) from subjects) as surveyed,
        (select count(*) from subjects where joined_to is not null) as joined,
        (select max(id) from companies) as company, (select max(updated_at) from companies) as renamed,
        (select count(*) from company_aliases) as aliases, (select max(created_at) from company_aliases) as alias`)
    return JSON.stringify(rows[0])
  }

  return {
    now: () => names,

    /** A slice at a time: whoever asks the server for something meanwhile does not wait for all. */
    async refresh(): Promise<void> {
      const next = await markNow()
      if (next === mark) return
      const tracked = await watchStore(database.system).subjectsTracked()
      const fresh = createNames([], await ownFinds(database.system).aliases())
      for (let from = 0; from < tracked.length; from += AT_A_TIME) {
        fresh.add(tracked.slice(from, from + AT_A_TIME))
        await pause()
      }
      const typed = await typedNames(database.system)
      for (let from = 0; from < typed.length; from += AT_A_TIME) {
        fresh.addTyped(typed.slice(from, from + AT_A_TIME))
        await pause()
      }
      names = fresh
      mark = next
    },
  }
}
