import { expect, test } from 'vitest'
import { MAX_TEXT } from '../news/formats/html/plain-text.ts'
import { growth } from '../testing/growth.ts'
import { OWNER, resolveTxt } from '../testing/inbound/build-message.ts'
import { ATTRIBUTABLE } from '../testing/inbound/attributable.ts'
import { PORTFOLIO, type Expected, type MadeMessage } from '../testing/inbound/drafts.ts'
import { MADE_MESSAGES } from '../testing/inbound/made-messages.ts'
import { attribute } from './attribute.ts'
import { confirmationIn } from './confirmation.ts'
import { readThread, type Level } from './mail/thread.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const companies = PORTFOLIO.map((company, at) => ({ ...company, id: at + 1, aliases: [] }))

async function outcomeOf({ make }: MadeMessage, learned = new Map<string, number>()): Promise<Expected> {
  const thread = await readThread(await make(), resolveTxt, NOW)
  if (!thread) return 'unreadable'
  if (confirmationIn(thread.levels)) return 'confirmation'
  const found = attribute({ levels: thread.levels, owner: OWNER, companies, learned })
  if (found.companyId === null) return { waits: found.reason }
  return { company: companies.find(({ id }) => id === found.companyId)?.name ?? '' }
}

test.each(MADE_MESSAGES.map((message) => [message.name, message] as const))('%s', async (_, message) => {
  expect(await outcomeOf(message)).toEqual(message.expected)
})

test('at least 95% of attributable messages get the right company, and no message gets a wrong one', async () => {
  const outcomes = await Promise.all(MADE_MESSAGES.map(async (made) => ({ made, outcome: await outcomeOf(made) })))
  const right = outcomes.filter(
    ({ made, outcome }) =>
      'company' in Object(made.expected) && JSON.stringify(outcome) === JSON.stringify(made.expected),
  )
  const wrong = outcomes.filter(
    ({ made, outcome }) => 'company' in Object(outcome) && JSON.stringify(outcome) !== JSON.stringify(made.expected),
  )
  expect(MADE_MESSAGES.length).toBeGreaterThanOrEqual(40)
  expect(right.length / ATTRIBUTABLE.length).toBeGreaterThanOrEqual(0.95)
  expect(wrong).toEqual([])
})

/** From a sixteenth of the text to all of it, the work would grow six times if it were read for each company. */
test('a long email is read once, not once for each company', async () => {
  const many = Array.from({ length: 500 }, (_, at) => ({
    id: at,
    name: `Number ${at} Works`,
    website: '',
    aliases: [],
  }))
  const level = (length: number): Level => ({
    sender: { address: 'a@stranger.example', name: 'A' },
    subject: 'January',
    sentAt: null,
    text: 'We grew to 23 people. '.repeat(length / 22),
    isSigned: false,
    isQuoted: false,
  })
  const read = (only: Level) => attribute({ levels: [only], owner: OWNER, companies: many, learned: new Map() })
  expect(await growth(level, MAX_TEXT, read)).toBeLessThan(3)
})
