import { once } from 'node:events'
import { filterLine, filterPool, STAGES, type Stage } from '../server/news/engine/filters.ts'

// A closed pipe isn't an error; `head` closes it, for example.
process.stdout.on('error', () => process.exit(0))

const [wanted] = process.argv.slice(2)
const stage = STAGES.find((name) => name === wanted)
if (!stage) {
  console.error(`usage: npm run curate -- ${STAGES.join('|')}    (JSON lines in on stdin, out on stdout)`)
  process.exit(1)
}
await run(stage)

async function run(name: Stage): Promise<void> {
  const pool: string[] = []
  for await (const line of linesOf(process.stdin.setEncoding('utf8'))) {
    if (line.trim() === '') continue
    if (name === 'cluster') pool.push(line)
    else await write(filterLine(name, line))
  }
  if (name === 'cluster') for (const line of filterPool(pool)) await write(line)
}

/** JSON may contain U+2028, which readline treats as a line break. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  yield rest
}

async function write(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
}
