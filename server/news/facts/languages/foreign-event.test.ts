import { expect, test } from 'vitest'
import { factValue } from '#domain/news/fact-text.ts'
import { growth, LINEAR } from '../../../testing/growth.ts'
import { eventOfCompany } from '../company-event.ts'

const read = (title: string, text = '') => {
  const item = { title, text, publishedAt: '2026-05-12', isPrimary: true }
  const { event, facts, denied } = eventOfCompany({ name: 'Kestrel' }, item)
  return { event, denied, facts: facts.map((fact) => `${fact.kind} ${factValue(fact)}`), certain: facts[0]?.certainty }
}

test.each([
  [
    'Kestrel sammelt 180 Millionen Dollar ein',
    'Das Berliner Startup Kestrel hat in einer Series-C-Runde 180 Millionen Dollar eingesammelt. Angeführt wurde die Runde von Accel. Die Bewertung liegt bei 2,5 Milliarden Dollar. Insgesamt sind es nun 240 Millionen Dollar.',
    ['raised $180 million', 'round Series C', 'investor Accel', 'valuation $2.5 billion'],
  ],
  [
    'Kestrel lève 6 millions d’euros',
    'La jeune pousse Kestrel a levé 6 millions d’euros en série A. Le tour de table est mené par Partech et Elaia. Elle avait levé 2 millions d’euros en 2024.',
    ['raised €6 million', 'round Series A', 'investor Partech', 'investor Elaia'],
  ],
  [
    'Kestrel cierra una ronda de 120 millones de dólares',
    'La compañía Kestrel ha cerrado una ronda de 120 millones de dólares liderada por General Catalyst. La empresa emplea a 1.200 personas en las oficinas de la ciudad.',
    ['raised $120 million', 'investor General Catalyst'],
  ],
  [
    'Kestrel、シリーズBで200億円を調達',
    'スタートアップのKestrelは12日、シリーズBで200億円を調達したと発表した。評価額は約4000億円となる。',
    ['raised ¥20 billion', 'round Series B', 'valuation ¥400 billion'],
  ],
])('a round in another language: %s', (title, text, facts) => {
  const found = read(title, text)
  expect(found).toMatchObject({ event: 'raise', certain: 'stated' })
  expect(found.facts.toSorted()).toEqual(facts.toSorted())
})

test.each([
  ['Kestrel entlässt 90 Mitarbeiter', 'layoffs'],
  ['Kestrel meldet Insolvenz an', 'closure'],
  ['Bosch übernimmt Kestrel', 'acquisition'],
  ['Kestrel übernimmt das Startup Falke', 'purchase'],
  ['Kestrel rachète la fintech Regate', 'purchase'],
  ['Kestrel racheté par Orange', 'acquisition'],
  ['Kestrel supprime 80 postes', 'layoffs'],
  ['Kestrel despide a 90 empleados', 'layoffs'],
  ['Repsol compra la startup Kestrel', 'acquisition'],
  ['Kestrel、Falke社を買収', 'purchase'],
])('a headline in another language: %s', (title, event) => expect(read(title).event).toBe(event))

test.each([
  ['Kestrel weist Bericht über Verkauf zurück', 'Die Firma Kestrel hat den Bericht zurückgewiesen.', 'acquisition'],
  ['Kestrel dementiert Insolvenz', 'Das Startup Kestrel hat Berichte über eine Insolvenz dementiert.', 'closure'],
  [
    'Kestrel dément préparer un plan social',
    'La société Kestrel dément et se dit surprise par les rumeurs.',
    'layoffs',
  ],
  ['Kestrel desmiente su salida a bolsa', 'La empresa Kestrel desmiente que vaya a la bolsa este año.', 'ipo'],
])('what is denied did not happen: %s', (title, text, denied) =>
  expect(read(title, text)).toMatchObject({ event: null, denied: [denied], facts: [] }),
)

test('talks are reported, not stated', () => {
  const text = 'Das Startup Kestrel soll laut Insidern 50 Millionen Euro einsammeln und verhandelt mit den Geldgebern.'
  const found = read(
    'Kestrel verhandelt über eine Finanzierungsrunde',
    `${text} Kestrel sammelt 50 Millionen Euro ein.`,
  )
  expect(found).toMatchObject({ event: 'raise', certain: 'reported' })
})

test.each([
  [
    'Falke ist insolvent',
    'Das Gericht hat das Verfahren eröffnet. Der Konkurrent Kestrel hatte 12 Millionen Euro erhalten.',
  ],
  [
    'Kestrel profite du plan social chez son rival Jameda',
    'Jameda, rivale de Kestrel en Allemagne, supprime 80 postes.',
  ],
  [
    'Kestrel expose au salon',
    'La société Kestrel avait levé 2 millions d’euros en 2021 et elle présente les produits.',
  ],
  [
    'Kestrel in de stad',
    'Het bedrijf Kestrel is niet te koop en de directeur van de fabriek is voor overleg naar Den Haag.',
  ],
])('what happened to others or long ago is none: %s', (title, text) =>
  expect(read(title, text)).toMatchObject({ event: null, facts: [] }),
)

test.each(['Kestrel hat ', 'Kestrel 5 Mio. Euro ', 'von A, ', 'Kestrel wird ', 'der die das '])(
  'hostile text of %j costs no more than its length',
  async (part) => {
    const hostile = (length: number) => ({ title: part.repeat(length), text: `der die das und ${part.repeat(length)}` })
    expect(await growth(hostile, 20_000, (item) => eventOfCompany({ name: 'Kestrel' }, item))).toBeLessThan(LINEAR)
  },
)
