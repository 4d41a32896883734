import { readdirSync } from 'node:fs'

type Benchmark = { run: (phases?: string[]) => Promise<void> }

const names = [
  'list',
  'import',
  'interactions',
  'inbound',
  'gather',
  'reach',
  'scale',
  'growth',
  'mailings',
  'search',
  'load',
  'quality',
  'facts',
  'morning',
  'briefs',
  'writer',
  'reader',
  'spending',
  'bytes',
  'lighthouse',
] as const
const [first, ...rest] = process.argv.slice(2)
/** The arguments after these are names of their phases. */
const hasPhases = first === 'load' || first === 'reader'
const phases = hasPhases ? rest : []
const wanted = first === undefined ? [] : [first, ...(hasPhases ? [] : rest)]
const unknown = wanted.filter((name) => !names.some((known) => known === name))
if (unknown.length > 0) {
  console.error(`No benchmark ${unknown.join(', ')}. There are: ${names.join(', ')}`)
  process.exit(1)
}
const present = new Set(readdirSync(new URL('../bench', import.meta.url)))
for (const name of names) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  if (!present.has(`${name}.ts`)) throw new Error(`bench/${name}.ts is missing`)
  const { run } = (await import(new URL(`../bench/${name}.ts`, import.meta.url).href)) as Benchmark
  await run(phases)
}
