import pg from 'pg'

/** For migrations and backups, which take longer than hosted servers allow their roles by default. */
export async function connectAsOwner(owner: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(owner)
  await client.connect()
  for (const limit of ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'])
    await client.query(`set ${limit} = 0`)
  return client
}
