import type pg from 'pg'
import { seeEverything } from './backup.ts'

export type Erasure = { person_hash: string; erased_at: Date }

/** Who has left until now; what a restore puts in place knows only who had left then. */
export async function readErasures(client: pg.Client): Promise<Erasure[]> {
  const { rows } = await client.query(`select to_regclass('public.erasures') is not null as made`)
  if (!rows[0].made) return []
  await client.query('begin read only')
  await seeEverything(client)
  const { rows: left } = await client.query<Erasure>('select person_hash, erased_at from erasures')
  await client.query('commit')
  return left
}

/** They are deleted again when the product starts, by the same steps as the first time. */
export async function keepErasures(client: pg.Client, left: Erasure[]): Promise<void> {
  await client.query('begin')
  await seeEverything(client)
  await client.query(
    `insert into erasures select * from unnest($1::text[], $2::timestamptz[]) on conflict do nothing`,
    [left.map(({ person_hash: hash }) => hash), left.map(({ erased_at: at }) => at.toISOString())],
  )
  await client.query('commit')
}
