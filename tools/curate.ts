import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { filterLine, filterPool, STAGES, type Stage } from '../server/news/engine/filters.ts'

// A closed pipe, as with `head`, is not an error.
process.stdout.on('error', () => process.exit(0))

const [wanted] = process.argv.slice(2)
const stage = STAGES.find((name) => name === wanted)
if (!stage) {
  console.error(`usage: npm run curate -- ${STAGES.join('|')}    (JSON lines in on stdin, out on stdout)`)
  process.exit(1)
}
await run(stage)

async function run(name: Stage): Promise<void> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
  const pool: string[] = []
  for await (const line of lines) {
    if (line.trim() === '') continue
    if (name === 'cluster') pool.push(line)
    else await write(filterLine(name, line))
  }
  if (name === 'cluster') for (const line of filterPool(pool)) await write(line)
}

async function write(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
}
