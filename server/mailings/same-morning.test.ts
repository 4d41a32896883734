import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { ALERT_EVENTS, type Rule } from '#domain/mailings/alerts.ts'
import { EVENT_TYPES, EVENT_WEIGHTS } from '#domain/taxonomy.ts'
import { HOUR_MS } from '#domain/time.ts'
import { morningOf } from '../news/read/morning.ts'
import { mailingsFixture } from '../testing/fixtures/mailings-fixture.ts'
import { repetitions } from '../testing/repetitions.ts'
import { START, testApp, type TestApp, type TestUser } from '../testing/test-app.ts'
import { evaluateAlerts } from './alerts.ts'
import { alertedEvents } from './candidates.ts'
import { composeDigest } from './digest.ts'

let app: TestApp
let fixture: ReturnType<typeof mailingsFixture>

beforeAll(async () => {
  app = await testApp()
  fixture = mailingsFixture(app)
})

const NOW = new Date('2026-03-02T08:00:00Z')
const TIME_ZONE = 'UTC'
const EVERYTHING: Rule = {
  companyId: null,
  events: ALERT_EVENTS,
  delivery: 'at-once',
  rumors: true,
  createdAt: new Date(0),
}

const story = fc.record({
  eventType: fc.constantFrom(...EVENT_TYPES),
  certainty: fc.constantFrom('stated', 'reported'),
  hoursAgo: fc.integer({ min: 4, max: 150 }),
  readHoursAgo: fc.constantFrom(null, null, 1, 50),
})
const portfolio = fc.array(
  fc.record({
    stories: fc.array(story, { maxLength: 3 }),
    amount: fc.constantFrom(null, '1000', '20000', '300000'),
  }),
  { minLength: 1, maxLength: 10 },
)

type Drawn = typeof portfolio extends fc.Arbitrary<infer Value> ? Value : never

async function signUpWith(companies: Drawn): Promise<TestUser> {
  app.time.now = START
  await fixture.clear()
  const user = await app.signUp()
  for (const [at, { stories, amount }] of companies.entries()) {
    app.time.now = START
    const name = `Company${at}`
    const id = await fixture.add(user, name)
    const entry = { kind: 'investment', date: '2021-05-04', amount, currency: 'USD' }
    if (amount !== null) await user.send('POST', `/api/companies/${id}/positions`, entry)
    for (const { eventType, certainty, hoursAgo, readHoursAgo } of stories) {
      app.time.now = new Date(NOW.getTime() - hoursAgo * HOUR_MS)
      const title = `${name} reports ${eventType} ${hoursAgo}`
      const article = await fixture.addStory(id, { title, eventType, weight: EVENT_WEIGHTS[eventType] })
      await app.database.query('update tracked_company_articles set certainty = $1 where article_id = $2', [
        certainty,
        article,
      ])
      if (readHoursAgo !== null)
        await app.database.query(
          'insert into story_reads (user_id, company_id, article_id, read_at) values ($1, $2, $3, $4)',
          [user.id, id, article, new Date(NOW.getTime() - readHoursAgo * HOUR_MS)],
        )
    }
  }
  return user
}

type Shown = {
  events: { id: number }[]
  earlier: { id: number }[]
  lines: { storyId: number }[]
}

const idsOf = (events: readonly { id: number }[]) => events.map(({ id }) => id)

test('the page, the digest and alerts show the same events in the same order', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(portfolio, async (companies) => {
      const { id: userId } = await signUpWith(companies)
      await app.database.asUser(userId, async (queries) => {
        const home = await morningOf(queries, userId, { now: NOW, timeZone: TIME_ZONE })
        const schedule = { digest: 'weekly' as const, timeZone: TIME_ZONE }
        const digest = await composeDigest(queries, userId, { schedule, coverage: [], now: NOW })
        const shown = ({ events, earlier, lines }: Shown) => [
          idsOf(events),
          idsOf(earlier),
          lines.map(({ storyId }) => storyId),
        ]
        expect(digest && shown(digest.content)).toEqual(shown(home))
        const { due } = await evaluateAlerts(queries, userId, { rules: [EVERYTHING], timeZone: TIME_ZONE, now: NOW })
        const alerts = idsOf(await alertedEvents(queries, userId, due))
        const isAlerted = new Set(alerts)
        const isHome = new Set(idsOf(home.events))
        expect(alerts.filter((id) => isHome.has(id))).toEqual(idsOf(home.events).filter((id) => isAlerted.has(id)))
        compared += home.events.length
      })
    }),
    { numRuns: repetitions({ sample: 12, all: 100 }), seed: 1 },
  )
  expect(compared).toBeGreaterThan(20)
}, 120_000)
