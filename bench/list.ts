import { buildIfStale } from '../tools/build.ts'
import { inventedRows } from './fixtures/companies.ts'
import { load, printMeasurement, median } from './measure/measure.ts'
import { withFixture, type Account, type Fixture } from './fixtures/product-database.ts'

const ROUNDS = 5
const PAGES = [
  ['first page', '/api/companies?limit=100'],
  ['by name', '/api/companies?limit=100&sort=name'],
] as const

export async function run(): Promise<void> {
  await buildIfStale()
  await withFixture(async (fixture) => {
    const small = await portfolio(fixture, 1000)
    const large = await portfolio(fixture, 10_000)
    await fixture.database.query('vacuum analyze companies')
    const inside = await secondPage(fixture.product.url, large)
    const insideSmall = await secondPage(fixture.product.url, small)
    const pages = [
      ...PAGES.map(([name, path]) => [name, path, path] as const),
      ['next page', insideSmall, inside] as const,
    ]
    for (const [name, smallPath, largePath] of pages) {
      const ratios: number[] = []
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const atSmall = await read(fixture.product.url + smallPath, small)
        const atLarge = await read(fixture.product.url + largePath, large)
        ratios.push(atLarge / atSmall)
        times.push(atLarge)
      }
      printMeasurement(`list ${name} at 10,000`, median(times), 'ms')
      printMeasurement(`list ${name} at 10,000/1,000 (target ≤ 1.3)`, median(ratios), 'ratio')
    }
  })
}

async function portfolio({ product, signUp }: Fixture, size: number): Promise<Account> {
  const account = await signUp(`list-${size}`)
  for (let start = 0; start < size; start += 5000) {
    await fetch(`${product.url}/api/companies/bulk`, {
      method: 'POST',
      headers: { ...account.headers, 'content-type': 'application/json' },
      body: JSON.stringify(inventedRows(size).slice(start, start + 5000)),
    }).then((response) => response.arrayBuffer())
  }
  return account
}

async function secondPage(url: string, { headers }: Account): Promise<string> {
  const response = await fetch(`${url}/api/companies?limit=100`, { headers })
  await response.arrayBuffer()
  return /^<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? ''
}

async function read(url: string, { headers }: Account): Promise<number> {
  const result = await load(url, { connections: 1, seconds: 1, headers })
  if (result.errors > 0) throw new Error(`${result.errors} requests failed`)
  return result.p50
}
