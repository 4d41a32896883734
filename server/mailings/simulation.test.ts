import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkMailings } from '../testing/simulations/mailing-checks.ts'
import { planMailings } from '../testing/simulations/mailing-plan.ts'
import { seededRandom } from '../testing/seeded-random.ts'
import { KILL_POINTS, seedSimulation, simulateMailings } from '../testing/simulations/mailing-simulation.ts'
import { repetitions } from '../testing/repetitions.ts'
import { testDatabase, type TestDatabase } from '../testing/test-database.ts'

/** A sample of `npm run bench mailings`. Clocks change in New York on March 8. */
const PLAN = planMailings({
  from: new Date('2026-03-06T00:00:00Z'),
  days: repetitions({ sample: 4, all: 30 }),
  readers: 2,
  companiesEach: 6,
  stories: repetitions({ sample: 24, all: 250 }),
  seed: 7,
})
/** Long enough for a busy machine. */
const LONG_MS = 300_000
const KILLS = repetitions({ sample: 11, all: 55 })

const opened: TestDatabase[] = []
let undisturbed: TestDatabase

async function seeded(): Promise<TestDatabase> {
  const database = await testDatabase()
  opened.push(database)
  await seedSimulation(database.query, PLAN)
  return database
}

const emails = (database: TestDatabase) =>
  database.query('select recipient, subject, text, created_at from outbox order by recipient, created_at, subject')

const notices = (database: TestDatabase) =>
  database.query('select endpoint, topic from simulated_notices order by endpoint, topic')

beforeAll(async () => {
  undisturbed = await seeded()
  await simulateMailings({ database: undisturbed, plan: PLAN })
}, LONG_MS)
afterAll(() => Promise.all(opened.map((database) => database.close())))

test('no story is lost or repeated, and alerts match the preview', async () => {
  const result = await checkMailings(undisturbed, PLAN)
  expect(result).toMatchObject({ repeated: 0, lost: 0, wrongDays: 0, unlikePreview: 0 })
  expect(Math.min(result.storiesInDigests, result.storiesInAlerts, result.digests, result.alerts)).toBeGreaterThan(3)
  expect(await emails(undisturbed)).toHaveLength(result.digests + result.alerts)
  expect(await notices(undisturbed)).toHaveLength(result.alerts)
})

test(
  'a worker that is killed repeatedly sends the same emails and notifications',
  async () => {
    const database = await seeded()
    const random = seededRandom(11)
    const killed = new Map<string, number>()
    for (let kill = 0; kill < KILLS; kill += 1) {
      const point = KILL_POINTS[kill % KILL_POINTS.length]
      let left = 1 + Math.floor(random() * 3)
      let isDead = false
      const reach = (reached: string) => {
        if (!isDead && reached === point && (left -= 1) === 0) {
          isDead = true
          killed.set(reached, (killed.get(reached) ?? 0) + 1)
        }
        // A killed process does nothing more.
        if (isDead) throw new Error('killed')
      }
      await simulateMailings({ database, plan: PLAN, reach }).catch((error: unknown) => {
        if (!isDead) throw error
      })
    }
    await simulateMailings({ database, plan: PLAN })
    expect(killed.size).toBe(KILL_POINTS.length)
    expect(await checkMailings(database, PLAN)).toEqual(await checkMailings(undisturbed, PLAN))
    expect(await emails(database)).toEqual(await emails(undisturbed))
    // Topics are derived from ids, and a killed transaction uses up ids.
    const endpoints = async (of: TestDatabase) => (await notices(of)).map(({ endpoint }) => endpoint)
    expect(await endpoints(database)).toEqual(await endpoints(undisturbed))
  },
  LONG_MS,
)
