import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp, type TestUser } from '../../server/testing/test-app.ts'
import { repetitions } from '../../server/testing/repetitions.ts'
import { describedRoutes, isStream, type ApiRoute } from './routes.ts'

const RUNS = repetitions({ sample: 5, all: 1000 })

let app: TestApp
let user: TestUser
let routes: ApiRoute[]

beforeAll(async () => {
  app = await testApp({ environment: { AUTH_RATE_LIMITS: 'off' } })
  user = await app.signUp()
  routes = await describedRoutes(app)
  await app.database.query(`update users set role = 'admin' where id = $1`, [user.id])
  await user.send('POST', '/api/companies', { name: 'Cedar', website: 'cedar.example' })
})

const nasty = fc.constantFrom(
  "'; drop table companies; --",
  '%00',
  '\u0000',
  '\uD800',
  '../../etc/passwd',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '\u202Eevil',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  'a'.repeat(5000),
  '(a+)+$',
  '[[[[[[',
  '-1',
  '1e309',
  '9007199254740993',
  'NaN',
  '__proto__',
  'constructor',
)
const text = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 20 }))
const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -0, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308))
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, text, number, fc.boolean(), fc.constant(null), tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 5 }),
  object: fc.dictionary(fc.oneof(text, known()), tie('value'), { maxKeys: 5 }),
})).value

function known() {
  return fc.constantFrom(
    ...'name website category stage investmentDate ids limit cursor q sort format firstName lastName password file'.split(
      ' ',
    ),
  )
}
const likely = fc.record(
  {
    name: value,
    website: value,
    category: value,
    stage: value,
    investmentDate: value,
    ids: fc.array(value, { maxLength: 4 }),
  },
  { requiredKeys: [] },
)
const body = fc.oneof(
  fc.oneof(value, likely, fc.array(likely, { maxLength: 3 })).map((each) => JSON.stringify(each) ?? ''),
  fc.constantFrom(
    '{"name":"a","name":"b"}',
    '['.repeat(5000),
    '{',
    '',
    'null',
    '{"__proto__":{"polluted":1}}',
    `{"a":${'9'.repeat(4000)}}`,
  ),
  text,
)
const query = fc.dictionary(fc.oneof(known(), text), text, { maxKeys: 4 })

test('no input causes a server error', { timeout: 3_600_000 }, async () => {
  const failures: string[] = []
  for (const { method, path } of routes) {
    if ((path === '/api/account' && method === 'DELETE') || isStream(path)) continue
    await fc.assert(
      fc.asyncProperty(body, query, fc.oneof(text, fc.constant('1')), async (sent, asked, id) => {
        const target = new URL(path.replace('{id}', encodeURIComponent(id.toWellFormed())), 'http://localhost')
        for (const [name, given] of Object.entries(asked)) target.searchParams.append(name, given)
        const response = await app.request(`${target.pathname}${target.search}`, {
          method,
          headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
          ...(method === 'GET' ? {} : { body: sent }),
        })
        await response.arrayBuffer()
        if (response.status >= 500)
          failures.push(`${response.status} ${method} ${path} ${target.search} ${sent.slice(0, 200)}`)
      }),
      { numRuns: RUNS },
    )
  }
  expect(failures).toEqual([])
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})
