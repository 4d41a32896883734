import { seededRandom } from '../../server/testing/seeded-random.ts'
import { simulateScheduler } from '../../server/testing/simulations/scheduler-simulation.ts'
import { printMeasurement } from '../measure/measure.ts'

const COMPANIES = Number(process.env.SCHEDULER_COMPANIES ?? 1_000_000)
const WORKERS = Number(process.env.SCHEDULER_WORKERS ?? 4)
/** The first day is a warm-up; peaks and delays are measured on the second. */
const DAYS = 2
/** 100 per second, a quarter of what two cores handled in `npm run bench gather`. */
const POLLS_PER_WORKER_MINUTE = 6000

/** Adds all companies at the same moment, on a simulated clock. */
export function measureScheduler(): void {
  const report = simulateScheduler({
    companies: COMPANIES,
    days: DAYS,
    workers: WORKERS,
    pollsPerWorkerMinute: POLLS_PER_WORKER_MINUTE,
    onPlatform: 1 / 30,
    chance: seededRandom(1),
  })
  const print = (what: string, value: number, unit: string) => printMeasurement(`scheduler ${what}`, value, unit)
  print('companies', COMPANIES, 'companies')
  print('polls in two days', report.polls, 'polls')
  print('busiest minute of the second day/mean (target ≤ 1.5)', report.busiestMinute, 'ratio')
  print('busiest hour of the second day/mean (target ≤ 1.1)', report.busiestHour, 'ratio')
  print('polled late, median', report.lateSeconds.p50, 's')
  print('polled late, 99th percentile', report.lateSeconds.p99, 's')
  print('polled late, most', report.lateSeconds.most, 's')
  print('polls of a quiet site in a day, fewest', report.pollsOfQuiet.least, 'polls')
  print('polls of a quiet site in a day, most', report.pollsOfQuiet.most, 'polls')
  print('polls of a failing site in a day, most', report.pollsOfFailing.most, 'polls')
  print('companies on the most crowded platform', report.crowdedPlatform.companies, 'companies')
  print('polls of one of them in a day, fewest', report.crowdedPlatform.least, 'polls')
  print('polls of one of them in a day, most', report.crowdedPlatform.most, 'polls')
  print('polls deferred because their host has to wait', report.deferred, 'polls')
  const { most, allowed } = report.politeness
  print(`requests to one platform in its worst minute (limit ${allowed})`, most, 'requests')
}
