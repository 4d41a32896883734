import type pg from 'pg'
import { PgBoss } from 'pg-boss'

/** The queue's own tables, made by the owner, so that the role that runs jobs needs no right to create any. */
export async function installQueue(client: pg.Client): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schema: 'pgboss',
    schedule: false,
    supervise: false,
  })
  boss.on('error', () => {})
  await boss.start()
  await boss.stop({ graceful: false })
}
