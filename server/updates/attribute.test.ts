import { expect, test } from 'vitest'
import { OWNER, resolveTxt } from '../testing/inbound/build-message.ts'
import { ATTRIBUTABLE } from '../testing/inbound/attributable.ts'
import { PORTFOLIO, type Expected, type MadeMessage } from '../testing/inbound/drafts.ts'
import { MADE_MESSAGES } from '../testing/inbound/made-messages.ts'
import { attribute } from './attribute.ts'
import { confirmationIn } from './confirmation.ts'
import { readThread } from './mail/thread.ts'

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
