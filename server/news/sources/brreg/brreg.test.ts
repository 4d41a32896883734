import { expect, test } from 'vitest'
import { cannedFetch, rejected, type Canned } from '../../../testing/network/canned-fetch.ts'
import { EMPTY_MEMORY, type Memory, type TrackedCompany } from '../source.ts'
import { BRREG, brregNumberOfPage, pollBrreg } from './brreg.ts'

const NOW = new Date('2026-11-19T12:00:00Z')
const API = `${BRREG}/enhetsregisteret/api/enheter`
const SEARCH = `${API}?navn=Zorvexa&size=20`
const PAGE = 'https://virksomhet.brreg.no/nb/oppslag/enheter/912345678'
const ZORVEXA: TrackedCompany = {
  name: 'Zorvexa',
  domain: 'zorvexa.example',
  website: 'https://zorvexa.example',
  aliases: [],
  facts: [{ kind: 'place', value: 'Bergen, Norway' }],
}

/** As the documentation of the service describes them; people and companies are invented. */
const entry = (organisasjonsnummer: string, more: object = {}) => ({
  organisasjonsnummer,
  navn: 'ZORVEXA AS',
  organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap' },
  forretningsadresse: { land: 'Norge', landkode: 'NO', poststed: 'OSLO', kommune: 'OSLO' },
  konkurs: false,
  underAvvikling: false,
  underTvangsavviklingEllerTvangsopplosning: false,
  ...more,
})
const found = (...enheter: object[]) => ({ _embedded: { enheter }, page: { totalElements: enheter.length } })
const person = (kode: string, fornavn: string, etternavn: string, more: object = {}) => ({
  type: { kode },
  person: { navn: { fornavn, etternavn } },
  ...more,
})
const roles = (...roller: object[]) => ({ rollegrupper: [{ type: { kode: 'STYR' }, roller }] })
const LED = roles(person('DAGL', 'Dana', 'Reyes'), person('LEDE', 'Tom', 'Hult'), person('REVI', 'Ida', 'Lund'))

async function poll(answers: Record<string, object | Canned>, memory: Memory = EMPTY_MEMORY) {
  const canned = Object.entries(answers).map(([url, answer]): [string, Canned] => [
    url,
    answer instanceof Error || 'status' in (answer as object) ? (answer as Canned) : JSON.stringify(answer),
  ])
  const { fetch, asked } = cannedFetch(Object.fromEntries(canned))
  const request = { fetch, now: NOW, origin: BRREG } as Parameters<typeof pollBrreg>[2]
  const result = await pollBrreg(ZORVEXA, memory, request)
  return { result, titles: result.items.map(({ title, facts }) => `${String(facts.form)}: ${title}`), asked }
}

const known = (people?: object[]): Memory => ({
  ...EMPTY_MEMORY,
  notes: { number: '912345678', ...(people && { people }) },
})
const ofEntry = (more: object = {}, led: object = LED) => ({
  [`${API}/912345678`]: entry('912345678', more),
  [`${API}/912345678/roller`]: led,
})

test('an entry that gives the company’s website is its own, and is remembered', async () => {
  const answers = {
    [SEARCH]: found(entry('998877665'), entry('912345678', { hjemmeside: 'www.zorvexa.example' })),
    ...ofEntry(),
  }
  const { result } = await poll(answers)
  expect(result).toMatchObject({ state: 'empty', memory: { notes: { number: '912345678' } }, everySeconds: 86_400 })
  expect(result.memory.notes?.people).toEqual([
    { name: 'Dana Reyes', role: 'chief executive' },
    { name: 'Tom Hult', role: 'chair' },
  ])
})

test('the only entry of its name in a place of the site is its own; others are a question', async () => {
  const bergen = entry('912345678', { forretningsadresse: { poststed: 'BERGEN' } })
  expect((await poll({ [SEARCH]: found(bergen), ...ofEntry() })).result.state).toBe('empty')
  for (const those of [[entry('912345678')], [bergen, entry('998877665')]]) {
    const { result, asked } = await poll({ [SEARCH]: found(...those) })
    expect(result).toMatchObject({ state: 'unsupported', items: [] })
    expect(result.problem).toMatch(/^Is this your company\?.*enheter\/912345678/)
    expect(asked).toHaveLength(1)
  }
  expect((await poll({ [SEARCH]: found(entry('912345678', { navn: 'ZORVEXA HOLDING AS' })) })).result.state).toBe(
    'never-found',
  )
  expect([PAGE, `${PAGE}1`, 'https://evil.example/912345678'].map(brregNumberOfPage)).toEqual(['912345678', null, null])
})

test('its end is told with its date, once', async () => {
  const { titles, result } = await poll(ofEntry({ konkurs: true, konkursdato: '2026-11-12' }), known())
  expect(titles).toEqual(['insolvency bankruptcy: Zorvexa is bankrupt'])
  const again = await poll(ofEntry({ konkurs: true, konkursdato: '2026-11-12' }), result.memory)
  expect(again.result.items[0]?.url).toBe(result.items[0]?.url)
  expect((await poll(ofEntry({ underAvvikling: true, underAvviklingDato: '2020-01-01' }), known())).titles).toEqual([])
})

test('a new chief executive is news from the day on which the register has one', async () => {
  const before = [
    { name: 'Ola Berg', role: 'chief executive' },
    { name: 'Tom Hult', role: 'chair' },
  ]
  const { titles, result } = await poll(ofEntry(), known(before))
  expect(titles).toEqual([
    'AP01: Dana Reyes becomes chief executive of Zorvexa',
    'TM01: Ola Berg is no longer chief executive of Zorvexa',
  ])
  expect((await poll(ofEntry(), result.memory)).titles).toEqual([])
  expect((await poll(ofEntry({}, roles()), known(before))).titles).toEqual([])
})

test.each([
  ['another entry', ofEntry({ organisasjonsnummer: '998877665' }), 'failed'],
  ['wrong types', ofEntry({ konkursdato: 7 }, { rollegrupper: 'x' }), 'empty'],
  ['an error', { [`${API}/912345678`]: { status: 500 } }, 'failed'],
  ['nothing', {}, 'never-found'],
  ['a request to wait', { [`${API}/912345678`]: { status: 429 } }, 'throttled'],
  ['silence', { [`${API}/912345678`]: rejected('timeout') }, 'failed'],
])('a service that answers with %s makes no news', async (_, answers, state) => {
  expect((await poll(answers, known())).result).toMatchObject({ state, items: [] })
})
