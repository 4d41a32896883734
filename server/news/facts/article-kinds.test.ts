import { expect, test } from 'vitest'
import { factValue } from '#domain/news/fact-text.ts'
import { eventOfCompany } from '../reading/reader.ts'

const read = (title: string, text = '', change = {}) => {
  const { event, direction, facts, denied } = eventOfCompany(
    { name: 'Alder' },
    { title, text, publishedAt: '2026-05-12', isPrimary: true, ...change },
  )
  return { event, direction, denied, facts: facts.map((fact) => `${fact.kind} ${factValue(fact)}`) }
}
const OWN = { isOwn: true, publisher: null }

test.each([
  [
    'Congratulations to our customer Birch on its $18M Series A',
    'We are thrilled for Birch, which announced an $18 million Series A led by Cedar Row.',
  ],
  ['Why we invested in Birch', 'We are proud to back Birch, which today announced its $5 million seed round.'],
  [
    'Welcoming Birch Law to the Alder platform',
    'We are happy to welcome Birch Law, which closed a $30 million Series B in June, as our 500th customer.',
  ],
  ['Welcoming Birch', 'We invested in Birch. Birch’s $5 million seed round was led by Cedar Row.'],
])('a round raised by a customer or portfolio company is not the company’s: %s', (title, text) =>
  expect(read(title, text, OWN)).toMatchObject({ event: null, facts: [] }),
)

test('thanking a customer does not hide the company’s own round', () => {
  const text = 'We raised $12 million from Cedar Row. Thanks to our customer Birch.'
  expect(read('We raised a Series A', text, OWN)).toMatchObject({ event: 'raise' })
})

test('a job ad is not an event, but a fire is', () => {
  const ad = 'Alder is hiring a robotics engineer in Gothenburg. You will join the team that raised $9 million.'
  expect(read('Senior Robotics Engineer at Alder', ad)).toMatchObject({ event: null, facts: [] })
  expect(read('Fire at Alder', 'A fire broke out at the plant of Alder.').event).toBe('incident')
})

test.each([
  ['Why we chose Rust for our control loop', null],
  ['How our platform team deploys on Fridays', null],
  ['Meet the team: Ana from operations', null],
  ['Meet Tomas, the engineer behind our firmware', null],
  ['Meet Alder Mini, our smallest arm yet', 'launch'],
  ['Why we raised $30M from Lantern Row', 'raise'],
  ['Why we built Alder Mini, now available in Europe', 'launch'],
  ['Mara Lindqvist joins us as Chief Financial Officer', 'arrival'],
])('on the company’s blog, how it works is not an event, but news is: %s', (title, event) =>
  expect(read(title, '', OWN).event).toBe(event),
)

test('a buyer of employees’ shares is not an investor in the round', () => {
  const text =
    'Alder raised $50 million in a Series C led by Cedar Row. Alder employees sold shares worth $20 million in a tender offer led by Birch Capital.'
  const { facts } = read('Alder raises $50 million Series C', text)
  expect(JSON.stringify(facts)).toContain('Cedar Row')
  expect(JSON.stringify(facts)).not.toContain('Birch Capital')
})

test.each([
  ['Alder grows', 'Alder has 40 people. Last week the company that makes its chips raised $40 million.'],
  ['Alder wins a chain', 'Alder has a new customer. The company behind the chain laid off 40 people in May.'],
  ['Alder backs Birch', 'Alder backs Birch, which announced its $40 million Series B on Monday.'],
])('another company’s event, mentioned only in passing, is not the company’s: %s', (title, text) =>
  expect(read(title, text)).toMatchObject({ event: null, facts: [] }),
)

test('the first sentence may describe the company itself', () => {
  const text = 'The startup that turns heat into power has closed a Series A led by Cedar Row.'
  expect(JSON.stringify(read('Alder raises $12 million', text).facts)).toContain('Cedar Row')
})

test('an event that a correction retracts counts as denied', () => {
  const text =
    'An earlier version of this article said that Alder had laid off 40 employees. It had not. The company that cut jobs was Birch.'
  expect(read('Correction: Alder did not lay off 40 employees', text)).toEqual({
    event: null,
    direction: null,
    denied: ['layoffs'],
    facts: [],
  })
})

test.each([
  ['Okta’s chief product officer leaves for Alder', 'arrival'],
  ['Alder chief product officer leaves for Okta', 'departure'],
  ['Alder to close, ending seven years of deliveries', 'closure'],
  ['Alder to close $5 million round', 'raise'],
  ['Alder-built thruster fails on first mission', 'incident'],
  ['Alder drug fails phase 2 trial', 'incident'],
  ['Alder opens trial of its app', 'launch'],
  ['Alder Doses First Patients in Phase 1 Trial of AL-12', 'launch'],
  ['Alder begins phase 2b study of its eye drops', 'launch'],
  ['Birch-backed Alder speaks at a fair', null],
  ['Alder lands Shake Shack for 300 restaurants', null],
  ['Alder pauses hiring after Series B', null],
  ['Alder founder Dana Reyes dies at 44', 'departure'],
  ['Shake Shack will use the point of sale of Alder', 'partnership'],
])('recognizes which event it is and whose: %s', (title, event) => expect(read(title).event).toBe(event))

test('an investor who pulls out is not listed, and the raise counts as denied', () => {
  const text = 'Volkswagen will not invest in Alder after all, people familiar with the matter said.'
  expect(read('Volkswagen drops out of Alder round', text)).toMatchObject({ event: null, denied: ['raise'], facts: [] })
})

test('a rival’s round is not the company’s, but its lawsuit against a partner is', () => {
  const text = 'Lumen, an Alder rival, raised $40 million led by Cedar Row. Its revenue tripled last year.'
  expect(read('Lumen lands $40M to take on Birch and Alder', text)).toMatchObject({ event: null, facts: [] })
  expect(read('Alder sues partner Birch', '').event).toBe('legal')
})

test('ending a product is not a shutdown of the company', () => {
  const text = 'On June 30 we will turn it off. Cards continue to work as before.'
  expect(read('We are sunsetting Alder Goals', text, OWN).event).not.toBe('closure')
  expect(read('We are sunsetting Alder', text, OWN).event).toBe('closure')
})

test('proceeds of employee share sales are not part of a round', () => {
  const text = 'Alder let employees sell $15 million of shares at the same price. Cedar Row led the round.'
  expect(read('Alder raises $40 million', text).facts).toEqual(['raised $40 million', 'investor Cedar Row'])
  expect(read('Alder valued at $3 billion in employee share sale').event).toBeNull()
})

test('closing an office is not closing the company', () => {
  const text = 'Alder is closing its London office but keeps serving grocery chains in Britain from Helsinki.'
  expect(read('Alder shuts London office', text).event).not.toBe('closure')
})

test('a president who leaves another company for this one counts as joining', () => {
  const text = 'Dana Reyes, chief product officer of Okta, is leaving to become president of Alder.'
  expect(read('Okta’s product chief leaves for Alder', text).facts).toEqual(['joins Dana Reyes, president'])
})

test('the new total of an extended round is not the amount raised', () => {
  const text = 'Alder added $30 million to its Series B from Cedar Row, taking the round to $110 million.'
  expect(read('Alder extends Series B to $110 million', text).facts).toEqual([
    'round Series B',
    'raised $30 million',
    'investor Cedar Row',
  ])
})

test.each([
  ['Regulator fines Alder $3 million', 'down'],
  ['Alder tops $9 million in revenue', 'up'],
  ['Alder revenue up 80% to $9 million', 'up'],
])('recognizes the direction of %s', (title, direction) => expect(read(title).direction).toBe(direction))
