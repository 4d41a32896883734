import PostalMime from 'postal-mime'
import { attribute } from '../server/updates/attribute.ts'
import { metricsIn } from '../server/updates/metrics/metrics.ts'
import { readThread } from '../server/updates/mail/thread.ts'
import { ATTRIBUTABLE } from '../server/testing/inbound/attributable.ts'
import { OWNER, resolveTxt } from '../server/testing/inbound/build-message.ts'
import { PORTFOLIO } from '../server/testing/inbound/drafts.ts'
import { MARKER, shapedMessages, type ShapedMessage } from './fixtures/mime.ts'
import { median, printMeasurement } from './measure/measure.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const ROUNDS = 5
const companies = PORTFOLIO.map((company, at) => ({ ...company, id: at + 1, aliases: [] }))

export async function run(): Promise<void> {
  const made = await Promise.all(
    ATTRIBUTABLE.map(async ({ name, expected, make }) => ({
      name,
      company: typeof expected === 'object' && 'company' in expected ? expected.company : '',
      bytes: await make(),
    })),
  )
  await attributed('inbound made messages', made, '')
  const shaped = await shapedMessages()
  await attributed('inbound MIME shapes', shaped, MARKER)
  await compare(shaped.map(({ bytes }) => bytes))
}

/** Counts updates assigned to the right company, left for the user to assign, assigned to a wrong one, or cut short. */
async function attributed(name: string, messages: ShapedMessage[], marker: string) {
  const found = { right: 0, waiting: 0, wrong: 0, lost: 0 }
  for (const { name: shape, company, bytes } of messages) {
    const outcome = await outcomeOf(bytes, company, marker)
    found[outcome] += 1
    if (outcome !== 'right') console.log(`  ${outcome}: ${shape}`)
  }
  printMeasurement(`${name} right (target ≥ 95)`, (found.right / messages.length) * 100, `% of ${messages.length}`)
  printMeasurement(`${name} waiting`, found.waiting, '')
  printMeasurement(`${name} with a wrong company (target 0)`, found.wrong, '')
  printMeasurement(`${name} lost (target 0)`, found.lost, '')
}

async function outcomeOf(bytes: Uint8Array, company: string, marker: string) {
  const found = await read(bytes)
  if (!found?.level.text.includes(marker)) return 'lost'
  if (found.companyId === null) return 'waiting'
  return companies.find(({ id }) => id === found.companyId)?.name === company ? 'right' : 'wrong'
}

async function read(bytes: Uint8Array) {
  const thread = await readThread(bytes, resolveTxt, NOW)
  if (!thread) return null
  const found = attribute({ levels: thread.levels, owner: OWNER, companies, learned: new Map() })
  return { ...found, metrics: metricsIn({ text: found.level.text, sentAt: NOW }) }
}

async function compare(messages: Buffer[]) {
  const bare: number[] = []
  const ours: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await cpu(messages, (bytes) => PostalMime.parse(bytes)))
    ours.push(await cpu(messages, read))
  }
  const [theirs, own] = [median(bare.slice(1)), median(ours.slice(1))]
  printMeasurement('inbound bare postal-mime', theirs, 'µs CPU a message')
  printMeasurement('inbound parsed, verified, attributed, with metrics', own, 'µs CPU a message')
  printMeasurement('inbound ours to bare', own / theirs, '×')
}

async function cpu(messages: Buffer[], work: (bytes: Buffer) => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (const bytes of messages) await work(bytes)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / messages.length
}
