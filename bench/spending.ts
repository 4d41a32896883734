import { execFileSync } from 'node:child_process'
import { SOURCE_REGISTRY } from '../domain/news/source-registry.ts'
import { simulateSearch, type Assumptions, type Outcome } from '../server/testing/simulations/search-simulation.ts'
import { seededRandom } from '../server/testing/seeded-random.ts'
import { printMeasurement } from './measure/measure.ts'

/** Dollars per user and month. */
const BUDGETS = [0, 0.1, 0.3, 1]
const PORTFOLIO = { users: 10, companiesEach: 30, isPaidFor: true }
const PER_COMPANY = 1
const RUNS = 20
const MONTHS = 5

/** Nobody has measured these; the pattern of outlets comes from the archive, if it is there. */
const ASSUMED: Assumptions = {
  storiesAMonth: { median: 0.5, spread: 1.2 },
  foundForFree: 0.5,
  indexed: 0.7,
  returned: { rare: 0.8, shared: 0.3 },
  sharedNames: 0.2,
  outlets: Array.from({ length: 200 }, (_, at) => 1 / (at + 1)),
}
const VARIED: [name: string, change: Partial<Assumptions>][] = [
  ['half of the outlets indexed', { indexed: 0.35 }],
  ['three of four stories found for free', { foundForFree: 0.75 }],
  ['a quarter of the stories found for free', { foundForFree: 0.25 }],
  ['four times the news', { storiesAMonth: { median: 2, spread: 1.2 } }],
]

/** What a dollar of searches buys by the product's own schedule, in news that is invented. */
export async function run(): Promise<void> {
  const outlets = outletsOf(process.env.PRESS_ARCHIVE ?? '')
  const dollarsPerRequest = SOURCE_REGISTRY.find(({ name }) => name === 'brave')?.dollarsPerRequest ?? 0
  console.log(
    outlets
      ? `spending: outlets weighted as the ${outlets.length} wires of the archive`
      : 'spending: PRESS_ARCHIVE names no archive; outlets weighted by rank',
  )
  const assumed = { ...ASSUMED, ...(outlets && { outlets }) }
  for (const [name, change] of [['as assumed', {}] as const, ...VARIED]) {
    for (const dollars of BUDGETS) {
      const runs = Array.from({ length: RUNS }, (_, seed) => {
        const spending = {
          dollarsPerMonth: dollars * PORTFOLIO.users,
          dollarsPerCompany: PER_COMPANY,
          dollarsPerRequest,
        }
        const outcome = simulateSearch(
          PORTFOLIO,
          spending,
          { ...assumed, ...change },
          seededRandom(seed + 1),
          MONTHS + 1,
        )
        if (outcome.mostDollarsInMonth > spending.dollarsPerMonth + 1e-6) throw new Error('the budget was exceeded')
        return outcome
      })
      print(`${name}, $${dollars.toFixed(2)} per user`, runs)
    }
  }
}

function print(name: string, runs: Outcome[]): void {
  const companyMonths = PORTFOLIO.users * PORTFOLIO.companiesEach * MONTHS * runs.length
  const sum = (value: (outcome: Outcome) => number) => runs.reduce((total, each) => total + value(each), 0)
  const [requests, stories, searched] = [
    sum((each) => each.requests),
    sum((each) => each.stories),
    sum((each) => each.searched),
  ]
  const shares = runs.map(({ stories: all, free, searched: more }) => (free + more) / all)
  printMeasurement(`spending ${name}: requests per company and month`, requests / companyMonths, 'requests')
  printMeasurement(`spending ${name}: stories found`, (100 * (sum((each) => each.free) + searched)) / stories, '%')
  console.log(
    `spending ${name}: from ${(100 * Math.min(...shares)).toFixed(0)} to ${(100 * Math.max(...shares)).toFixed(0)} % in ${runs.length} runs`,
  )
  if (searched > 0)
    printMeasurement(
      `spending ${name}: dollars per story that nothing else found`,
      sum((each) => each.dollars) / searched,
      '$',
    )
}

/** How many releases each wire of the archive has published. Nothing of it is read but the names of its files. */
function outletsOf(archive: string): number[] | null {
  if (archive === '') return null
  const files = execFileSync('git', ['-C', archive, 'ls-tree', '-r', '--name-only', 'HEAD'], {
    encoding: 'utf8',
    maxBuffer: 64e6,
  })
  const wires = files.split('\n').flatMap((path) => /^([^/]+)\/\d{4}\/\d{4}\/[^/]+\.md$/.exec(path)?.[1] ?? [])
  return [...Map.groupBy(wires, (wire) => wire).values()].map(({ length }) => length)
}
