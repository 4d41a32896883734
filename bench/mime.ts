import { z } from 'zod'
import { multipart, signedFields } from '../server/testing/inbound/delivery.ts'
import { hashOf } from '../server/updates/inbound.ts'
import { readMail, type Mail } from '../server/updates/mail/read-mail.ts'
import { readThread } from '../server/updates/mail/thread.ts'
import { MAX_TEXT } from '../server/news/formats/html/plain-text.ts'
import { buildIfStale } from '../tools/build.ts'
import { corpusEmails, type CorpusEmail } from './fixtures/mime-corpora.ts'
import { withFixture, type Fixture } from './fixtures/product-database.ts'
import { printMeasurement, residentMb, watchMemory } from './measure/measure.ts'
import { readByPython, type PythonMail } from './measure/python-mail.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const SAME_WORDS = 0.9
const INBOUND = { INBOUND_DOMAIN: 'in.tidings.example', INBOUND_WEBHOOK_SECRET: 'key-for-signing-deliveries' }
/** Stays below an account's daily limit. */
const PER_ACCOUNT = 150
const SETTLE_MS = 120_000

export async function run(): Promise<void> {
  const emails = await corpusEmails()
  if (emails.length === 0) return
  printMeasurement('mime emails', emails.length, '')
  const read = await readAll(emails)
  compare(read)
  await buildIfStale()
  await withFixture((fixture) => deliverAll(fixture, emails), INBOUND)
}

/** Delivers emails the way the mail service does. Each is stored once, then filed, left waiting, or rejected. */
async function deliverAll(fixture: Fixture, emails: CorpusEmail[]): Promise<void> {
  const { product, database } = fixture
  const [idle, started] = [residentMb(product.pid), performance.now()]
  const stopWatching = watchMemory(product.pid)
  let [expected, refused] = [0, 0]
  for (let start = 0; start < emails.length; start += PER_ACCOUNT) {
    const part = emails.slice(start, start + PER_ACCOUNT)
    const recipient = await newAddress(fixture, start)
    for (const { name, bytes } of part) {
      const fields = { recipient, ...signedFields(INBOUND.INBOUND_WEBHOOK_SECRET, Math.floor(Date.now() / 1000)) }
      const body = multipart(fields, bytes)
      const { status } = await fetch(`${product.url}/api/webhooks/inbound-email/mime`, { method: 'POST', ...body })
      if (status === 200) continue
      refused += 1
      console.log(`  answered with ${status}: ${name}`)
    }
    expected += new Set(part.map(({ bytes }) => hashOf(bytes))).size
  }
  const query = `select state, count(*)::int as count from update_messages group by state order by state`
  const states = async () => (await database.query<{ state: string; count: number }>(query)).rows
  while ((await states()).some(({ state }) => state === 'received') && performance.now() - started < SETTLE_MS)
    await new Promise((resolve) => setTimeout(resolve, 200))
  const found = await states()
  const kept = found.reduce((sum, { count }) => sum + count, 0)
  for (const { state, count } of found) printMeasurement(`mime delivered: ${state}`, count, '')
  printMeasurement('mime delivered: refused by the webhook', refused, '')
  printMeasurement('mime delivered: lost (target 0)', expected - refused - kept, `of ${expected} different emails`)
  printMeasurement('mime delivered: all read after', (performance.now() - started) / 1000, 's')
  printMeasurement('mime delivered: memory above idle', stopWatching() - idle, 'MB')
}

async function newAddress({ product, signUp }: Fixture, at: number): Promise<string> {
  const { headers } = await signUp(`reader-${at}`)
  const response = await fetch(`${product.url}/api/updates/settings`, { headers })
  return z.object({ address: z.string() }).parse(await response.json()).address
}

type ReadEmail = CorpusEmail & { mail: Mail | null }

async function readAll(emails: CorpusEmail[]): Promise<ReadEmail[]> {
  const read: ReadEmail[] = []
  let slowest = { ms: 0, name: '' }
  for (const { name, bytes } of emails) {
    const before = process.cpuUsage()
    await readThread(bytes, async () => [], NOW)
    const { user, system } = process.cpuUsage(before)
    const ms = (user + system) / 1000
    if (ms > slowest.ms) slowest = { ms, name }
    read.push({ name, bytes, mail: await readMail(bytes) })
  }
  printMeasurement(`mime slowest (${slowest.name})`, slowest.ms, 'ms CPU')
  printMeasurement('mime refused as unreadable', read.filter(({ mail }) => mail === null).length, '')
  return read
}

function compare(emails: ReadEmail[]): void {
  const theirs = readByPython(emails.map(({ bytes }) => bytes))
  if (!theirs) return
  const fields = { subject: sameSubject, sender: sameSender, text: sameText, 'attachment names': sameFiles }
  for (const [field, isSame] of Object.entries(fields)) {
    let [compared, same] = [0, 0]
    for (const [at, { name, mail }] of emails.entries()) {
      const other = theirs[at]
      const difference = mail && other ? isSame(mail, other) : null
      if (difference === null) continue
      compared += 1
      if (difference === '') same += 1
      else console.log(`  ${field} differs: ${name}: ${difference}`)
    }
    printMeasurement(`mime ${field} as Python reads it`, (same / compared) * 100, `% of ${compared}`)
  }
}

/** Returns an empty string if both agree, null if Python has nothing to compare, otherwise the difference. */
type Comparison = (ours: Mail, theirs: PythonMail) => string | null

const squeezed = (text: string) => text.replaceAll(/[\s\p{Cf}\p{Cc}\uFFFD]+/gu, '').slice(0, 250)
const shown = (a: string, b: string) => JSON.stringify([a.slice(0, 90), b.slice(0, 90)])

const sameSubject: Comparison = ({ subject }, theirs) => {
  if (theirs.subject === null) return null
  return squeezed(subject) === squeezed(theirs.subject) ? '' : shown(subject, theirs.subject)
}

const sameSender: Comparison = ({ sender }, theirs) => {
  if (theirs.sender === null) return null
  const [ours, other] = [sender?.address ?? '', theirs.sender.toLowerCase()]
  return ours === other ? '' : shown(ours, other)
}

const sameText: Comparison = ({ text }, { plain, html }) => {
  const ways = [plain, html, `${plain}\n${html}`].filter((each) => each.trim() !== '')
  if (ways.length === 0) return text === '' ? null : shown(text, '')
  // Our text also contains link targets and list numbers.
  const said = text.replaceAll(/ <https?:[^\s<>]+>|^\d{1,2}\. /gm, '')
  const best = Math.max(...ways.map((each) => likeness(said, each)))
  return best >= SAME_WORDS ? '' : `${best.toFixed(2)} ${shown(text, ways[0] ?? '')}`
}

const sameFiles: Comparison = ({ attachments }, { files }) => {
  const ours = attachments.map(({ name }) => squeezed(name)).filter((name) => name !== 'Unnamedfile')
  const other = files.slice(0, 20).map(squeezed)
  if (ours.length === 0 && other.length === 0) return null
  return ours.toSorted().join() === other.toSorted().join() ? '' : shown(ours.join(), other.join())
}

/** The Dice coefficient over words. */
function likeness(a: string, b: string): number {
  const [ours, other] = [a, b.slice(0, a.length >= MAX_TEXT * 0.9 ? a.length : undefined)].map(wordsOf)
  const left = Map.groupBy(other ?? [], (word) => word)
  const shared = (ours ?? []).filter((word) => left.get(word)?.pop() !== undefined).length
  const total = (ours?.length ?? 0) + (other?.length ?? 0)
  return total === 0 ? 1 : (2 * shared) / total
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
