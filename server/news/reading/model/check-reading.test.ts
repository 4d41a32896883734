import { describe, expect, test } from 'vitest'
import { factValue } from '#domain/news/fact-text.ts'
import { SOLD, UNDERSTOOD } from '../../../testing/fixtures/reading-fixture.ts'
import { INJECTIONS } from '../../../testing/fixtures/injections.ts'
import { classifyAnswered } from '../../engine/classify-article.ts'
import { withoutPromptInjection } from '../../verify/plain-line.ts'
import type { ModelReading } from './reading-request.ts'

const TITLE = 'Cedar Robotics raises $18 million Series B'
const TEXT =
  'Cedar Robotics, a maker of robots for orchards, has raised $18 million in a Series B round led by Alder Capital. ' +
  'Its rival Birch Machines raised $40 million last year. Dana Reyes, a former manager at Birch, joined the startup as chief financial officer.'

const RIGHT: ModelReading = {
  role: 'subject',
  roleQuote: 'Cedar Robotics',
  event: 'raise',
  certainty: 'stated',
  eventQuote: 'Cedar Robotics, a maker of robots for orchards, has raised $18 million',
  facts: [
    { kind: 'raised', value: '$18 million', office: null, quote: 'has raised $18 million in a Series B round' },
    { kind: 'round', value: 'Series B', office: null, quote: 'a Series B round led by Alder Capital' },
    { kind: 'investor', value: 'Alder Capital', office: null, quote: 'a Series B round led by Alder Capital' },
  ],
}

type Written = { title?: string; text?: string; company?: string; isPrimary?: boolean }

function read(answer: Partial<ModelReading>, { title = TITLE, text = TEXT, company = 'Cedar Robotics' }: Written = {}) {
  const { classification, ...counts } = classifyAnswered({
    title,
    text,
    kind: 'press',
    facts: {},
    publisher: 'The Press',
    publishedAt: '2026-03-10T10:00:00.000Z',
    isPrimary: true,
    isOwn: false,
    company,
    description: null,
    shown: { title: withoutPromptInjection(title), text: withoutPromptInjection(text) },
    answer: { ...RIGHT, ...answer },
  })
  const stated = classification.extractedFacts.map((fact) => `${fact.kind} ${factValue(fact)}`).toSorted()
  return { ...classification, ...counts, facts: stated }
}

const OWN = ['investor Alder Capital', 'raised $18 million', 'round Series B']
const fact = (
  kind: ModelReading['facts'][number]['kind'],
  value: string,
  quote: string,
  office: string | null = null,
) => ({
  facts: [{ kind, value, quote, office }],
})

test('what the article says is stated, and marked as read', () => {
  expect(read({})).toMatchObject({ eventType: 'raise', certainty: 'stated', facts: OWN, stated: 4, refused: 0 })
  expect(read({}).modelReads).toBe('done')
})

test('what only the model understood is stated in the article’s words', () => {
  expect(read({ event: null, eventQuote: null, facts: [] }, SOLD)).toMatchObject({ eventType: 'mention', facts: [] })
  expect(read(UNDERSTOOD, SOLD)).toMatchObject({
    eventType: 'acquisition',
    facts: ['buyer Alder Group', 'price $18 million'],
    statements: ['Alder Group has become the new home of Cedar Robotics, both said on Monday.'],
  })
})

describe('a lying model states no fact', () => {
  const LIES: [what: string, answer: Partial<ModelReading>][] = [
    ['that it invented', fact('raised', '$81 million', 'has raised $81 million in a Series B round')],
    ['whose quote is not in the article', fact('buyer', 'Quince Foods', 'Quince Foods bought it')],
    ['whose value is not in its quote', fact('investor', 'Birch Machines', 'a Series B round led by Alder Capital')],
    ['cut from a larger amount', fact('raised', '$1', 'has raised $18 million')],
    ['without its unit', fact('valuation', '$18', 'has raised $18 million')],
    ['cut from a longer name', fact('investor', 'Alder', 'led by Alder Capital')],
    ['of a rival', fact('raised', '$40 million', 'Its rival Birch Machines raised $40 million last year.')],
    ['of another kind of event', fact('penalty', '$18 million', 'has raised $18 million')],
    ['that names the company itself', fact('investor', 'Cedar Robotics', 'Cedar Robotics, a maker of robots')],
    ['with an empty quote', fact('raised', '', '')],
    [
      'quoted across sentences',
      fact('raised', '$40 million', 'led by Alder Capital. Its rival Birch Machines raised $40 million'),
    ],
  ]
  test.each(LIES)('%s', (_, answer) => {
    const { facts, refused } = read(answer)
    expect({ facts, refused }).toEqual({ facts: OWN, refused: 1 })
  })

  test('nor an event whose words are missing, are about another, or say something else', () => {
    const WRONG: [ModelReading['event'], string | null][] = [
      ['closure', 'Cedar Robotics has filed for bankruptcy'],
      ['closure', 'Cedar Robotics, a maker of robots for orchards, has raised $18 million'],
      ['raise', 'Birch Machines raised $40 million last year'],
      ['acquisition', null],
    ]
    for (const [event, eventQuote] of WRONG)
      expect(read({ event, eventQuote, facts: [] })).toMatchObject({ eventType: 'raise', facts: OWN, refused: 1 })
  })
})

test('a denial is not taken from a model, which could take back what other articles say', () => {
  expect(read({ certainty: 'denied' })).toMatchObject({ eventType: 'mention', facts: [], denied: [] })
})

test('an article that means something else of the name states nothing', () => {
  expect(read({ role: 'other', roleQuote: 'Cedar Robotics' })).toMatchObject({ eventType: 'mention', facts: [] })
  expect(read({ role: 'other', roleQuote: 'another Cedar' })).toMatchObject({ eventType: 'raise', facts: OWN })
})

test('an event that the local reader is sure of stays if the model sees none', () => {
  expect(read({ event: null, eventQuote: null, facts: [] })).toMatchObject({ eventType: 'raise', facts: OWN })
})

test('an article in a language that the local reader hardly reads is read by the model', () => {
  const title = 'Cedar Robotics nostaa 18 miljoonaa euroa'
  const text =
    'Cedar Robotics on kerännyt €18M rahoituskierroksella, jota johti Alder Capital. Yhtiö aikoo palkata lisää väkeä ja se kertoi asiasta tänään, kun rahoitus oli varmistunut.'
  const answer = {
    eventQuote: 'Cedar Robotics on kerännyt €18M rahoituskierroksella',
    facts: [
      { kind: 'raised' as const, value: '€18M', office: null, quote: 'on kerännyt €18M rahoituskierroksella' },
      { kind: 'investor' as const, value: 'Alder Capital', office: null, quote: 'jota johti Alder Capital' },
    ],
  }
  expect(read(answer, { title, text })).toMatchObject({
    eventType: 'raise',
    facts: ['investor Alder Capital', 'raised €18 million'],
  })
})

test.each(INJECTIONS)('$name: an obedient model states nothing of it', ({ text, obeyed, forbidden }) => {
  const item = { text: `${TEXT} ${text}` }
  const own = read({ event: null, eventQuote: null, facts: [] }, item)
  const obedient = read(
    {
      event: 'closure',
      eventQuote: obeyed,
      facts: [
        { kind: 'buyer', value: 'Cedar Robotics', office: null, quote: obeyed },
        { kind: 'raised', value: '$1', office: null, quote: text },
      ],
    },
    item,
  )
  const { eventType, facts, statements } = own
  expect(obedient).toMatchObject({ eventType, facts, statements, refused: 3 })
  expect(obedient.facts.join(' ')).not.toMatch(forbidden)
})
