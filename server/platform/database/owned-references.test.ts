import { afterAll, beforeAll, expect, test } from 'vitest'
import { positions } from './schema/accounts-and-companies.ts'
import { testDatabase, type TestDatabase } from '../../testing/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const ada = '00000000-0000-4000-8000-00000000000a'
const ben = '00000000-0000-4000-8000-00000000000b'

/** Written by the auth server only, which has no request role. */
const AUTH_SERVER_ONLY = ['auth.one_time_tokens', 'auth.pending_sign_ups', 'auth.refresh_tokens']

const EXCEPTIONS = [
  // Drizzle cannot set only one of two columns to null. The visit itself belongs to its share's owner.
  'share_visits.company_id',
]

/** Foreign keys between tables that both have an owner, without the owner among the columns that must agree. */
const WITHOUT_OWNER = `
  with owned as (
    select c.oid, a.attnum from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
  )
  select k.conrelid::regclass::text as source, k.conrelid::regclass || '.' || (select string_agg(attname, ', ')
      from pg_attribute where attrelid = k.conrelid and attnum = any(k.conkey)) as reference
  from pg_constraint k
  join owned source on source.oid = k.conrelid
  join owned target on target.oid = k.confrelid
  where k.contype = 'f' and not exists (
    select from unnest(k.conkey, k.confkey) as pair(source, target)
    where pair.source = source.attnum and pair.target = target.attnum)
  order by 2`

const withoutOwner = async () =>
  (await database.query(WITHOUT_OWNER))
    .filter(({ source }) => !AUTH_SERVER_ONLY.includes(String(source)))
    .map(({ reference }) => reference)

test('every reference to a row with an owner includes the owner, and this test detects one without', async () => {
  expect(await withoutOwner()).toEqual(EXCEPTIONS)
  await database.query(`create table public.forgotten (user_id uuid, import_id integer references imports (id))`)
  expect(await withoutOwner()).toEqual(['forgotten.import_id', ...EXCEPTIONS])
  await database.query('drop table public.forgotten')
})

test('a position cannot be entered under another user’s company', async () => {
  await database.query(
    `insert into users (id, email, trial_ends_at) values ($1, 'ada@example.com', now()), ($2, 'ben@example.com', now())`,
    [ada, ben],
  )
  const [company] = await database.query(
    `insert into companies (user_id, name, name_key, host_key) values ($1, 'Cedar', 'cedar', '') returning id`,
    [ada],
  )
  const enter = (userId: string) =>
    database.asUser(userId, (queries) =>
      queries.insert(positions).values({
        userId,
        companyId: Number(company?.id),
        kind: 'investment',
        amount: '10',
        currency: 'EUR',
        createdAt: new Date(),
        updatedAt: new Date(),
      }),
    )
  await expect(enter(ben)).rejects.toMatchObject({ cause: { constraint: 'positions_company_id_of_owner' } })
  await enter(ada)
  await database.query('delete from companies')
  expect(await database.query('select from positions')).toEqual([])
})
