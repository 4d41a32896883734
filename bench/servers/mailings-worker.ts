import type pg from 'pg'
import { connect } from '../../server/platform/database/open.ts'
import { planMailings } from '../../server/testing/simulations/mailing-plan.ts'
import { simulateMailings } from '../../server/testing/simulations/mailing-simulation.ts'

// A separate process, so that it can be killed.

const [owner = '{}', size = '{}', point = '', nth = '0'] = process.argv.slice(2)
const plan = planMailings({
  ...(JSON.parse(size) as Omit<Parameters<typeof planMailings>[0], 'from'>),
  from: new Date('2026-02-20T00:00:00Z'),
})
const database = connect({ poolSize: 4 }, JSON.parse(owner) as pg.PoolConfig, true, () => {})
let left = Number(nth)
await simulateMailings({
  database,
  plan,
  reach: (reached) => {
    if (reached === point && (left -= 1) === 0) process.kill(process.pid, 'SIGKILL')
  },
})
await database.close()
