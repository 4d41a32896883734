import { expect, test } from 'vitest'
import { factValue } from '#domain/news/fact-text.ts'
import { growth, LINEAR } from '../../../../testing/growth.ts'
import { createEventReader } from '../company-event.ts'

const read = (title: string, text = '') => {
  const item = { title, text, publishedAt: '2026-05-12', isPrimary: true }
  const { event, facts, denied } = createEventReader({ name: 'Kestrel' })(item)
  return {
    event,
    denied,
    facts: facts.map((fact) => `${fact.kind} ${factValue(fact)}`.normalize('NFKC')),
    certain: facts[0]?.certainty,
  }
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
  [
    'Kestrel chiude un round da 12 milioni di euro',
    'La startup milanese Kestrel ha chiuso un round di serie A da 12 milioni di euro guidato da United Ventures e Azimut. La società aveva raccolto 3 milioni di euro nel 2024.',
    ['raised €12 million', 'round Series A', 'investor United Ventures', 'investor Azimut'],
  ],
  [
    'Kestrel haalt 4,5 miljoen euro op',
    'Het Utrechtse bedrijf Kestrel heeft 4,5 miljoen euro opgehaald bij Peak en het Innovation Fund. De waardering is 30 miljoen euro. In totaal heeft het nu 7 miljoen euro.',
    ['raised €4.5 million', 'investor Peak', 'investor Innovation Fund', 'valuation €30 million'],
  ],
  [
    'Kestrel capta R$ 25 milhões em rodada liderada pela Monashees',
    'A startup Kestrel captou R$ 25 milhões em uma rodada seed. A empresa foi avaliada em R$ 150 milhões. Ela já havia recebido R$ 4 milhões no ano passado.',
    ['raised R$25 million', 'round Seed', 'investor Monashees', 'valuation R$150 million'],
  ],
  [
    'Kestrel tar in 40 miljoner kronor',
    'Malmöbolaget Kestrel har tagit in 40 miljoner kronor från Almi Invest och Spintop. Bolaget värderas till 200 miljoner kronor efter rundan. Sedan starten är det totalt 90 miljoner kronor.',
    ['raised SEK 40 million', 'investor Almi Invest', 'investor Spintop', 'valuation SEK 200 million'],
  ],
])('reads a round in another language: %s', (title, text, facts) => {
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
  ['Enel acquisisce il 51% di Kestrel', 'acquisition'],
  ['Kestrel acquista la startup Falco', 'purchase'],
  ['Kestrel licenzia 40 dipendenti', 'layoffs'],
  ['Kestrel failliet verklaard', 'closure'],
  ['Kestrel overgenomen door Philips', 'acquisition'],
  ['Kestrel neemt Valk over', 'purchase'],
  ['Kestrel schrapt 120 banen', 'layoffs'],
  ['Totvs compra a startup Kestrel', 'acquisition'],
  ['Kestrel compra a Falcão', 'purchase'],
  ['Kestrel pede recuperação judicial', 'closure'],
  ['Volvo köper Kestrel', 'acquisition'],
  ['Kestrel förvärvar Falk', 'purchase'],
  ['Kestrel varslar 25 anställda', 'layoffs'],
])('recognizes the event in a foreign-language headline: %s', (title, event) => expect(read(title).event).toBe(event))

test.each([
  ['Kestrel weist Bericht über Verkauf zurück', 'Die Firma Kestrel hat den Bericht zurückgewiesen.', 'acquisition'],
  ['Kestrel dementiert Insolvenz', 'Das Startup Kestrel hat Berichte über eine Insolvenz dementiert.', 'closure'],
  [
    'Kestrel dément préparer un plan social',
    'La société Kestrel dément et se dit surprise par les rumeurs.',
    'layoffs',
  ],
  ['Kestrel desmiente su salida a bolsa', 'La empresa Kestrel desmiente que vaya a la bolsa este año.', 'ipo'],
  [
    'Kestrel smentisce la vendita a Enel',
    'La società Kestrel non è in vendita e non è alla ricerca di un socio.',
    'acquisition',
  ],
  [
    'Kestrel ontkent faillissement',
    'Het bedrijf Kestrel ontkent dat het failliet is en dat de fabriek dicht gaat.',
    'closure',
  ],
  ['Kestrel nega demissões', 'A empresa Kestrel nega que vá demitir funcionários no Brasil e na Argentina.', 'layoffs'],
  ['Kestrel dementerar uppgifter om konkurs', 'Bolaget Kestrel dementerar att det är på väg mot konkurs.', 'closure'],
])('a denied event did not happen: %s', (title, text, denied) =>
  expect(read(title, text)).toMatchObject({ event: null, denied: [denied], facts: [] }),
)

test.each([
  ['Orange rachète Kestrel', 'Le groupe Orange rachète la société Kestrel pour 20 millions d’euros.', 'Orange'],
  [
    'Kestrel, comprada por Telefónica',
    'La empresa Kestrel ha sido comprada por Telefónica para su filial.',
    'Telefónica',
  ],
  ['Enel compra Kestrel', 'Il gruppo Enel ha acquisito la startup Kestrel per una somma che non è nota.', 'Enel'],
  [
    'Kestrel in handen van Philips',
    'Het bedrijf Kestrel wordt overgenomen door Philips voor een bedrag van de helft.',
    'Philips',
  ],
  ['Totvs adquire Kestrel', 'A Totvs anunciou que adquiriu a Kestrel e que não vai mudar os produtos.', 'Totvs'],
  ['Kestrel köps av Volvo', 'Det är klart att bolaget Kestrel köps av Volvo för en summa som inte är känd.', 'Volvo'],
])('reads who buys the company: %s', (title, text, buyer) => {
  expect(read(title, text).facts).toContain(`buyer ${buyer}`)
})

test('reads investors named after the amount', () => {
  const read5 = (from: string) =>
    read('Kestrel erhält 5 Millionen Euro', `Das Startup Kestrel hat 5 Millionen Euro von ${from} erhalten.`).facts
  expect(read5('Alder Capital und dem Birch Fonds')).toEqual([
    'raised €5 million',
    'investor Alder Capital',
    'investor Birch Fonds',
  ])
  expect(read5('Investoren aus der Schweiz')).toEqual(['raised €5 million'])
})

test('a Dutch adjective before the name does not become part of it', () => {
  const text = 'Het Deense Falk neemt het Nederlandse Kestrel over, een maker van sensoren voor de landbouw.'
  expect(read('Sensoren krijgen een andere eigenaar', text)).toMatchObject({ event: 'acquisition' })
})

test('a fund with an ampersand is one investor', () => {
  const text =
    'Das Startup Kestrel hat 5 Millionen Euro erhalten. Angeführt wurde die Runde von Alder und dem DeepTech & Climate Fonds.'
  expect(read('Kestrel erhält 5 Millionen Euro', text).facts).toEqual([
    'raised €5 million',
    'investor Alder',
    'investor DeepTech & Climate Fonds',
  ])
})

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
    'Kestrel na cidade',
    'A Falcão demitiu 120 funcionários no Brasil. A empresa concorre com a Kestrel em folha de pagamento.',
  ],
  ['Kestrel presenta i risultati', 'La società aveva raccolto 2 milioni di euro e ora non è più nella sede di Milano.'],
  ['Falk i konkurs', 'Det är en konkurrent till Kestrel som har gått i konkurs och som inte kan betala.'],
  [
    'Kestrel w mieście',
    'Firma Kestrel nie jest na sprzedaż i zwolniła 20 osób, a jej szef jest w Warszawie na rozmowach o tym.',
  ],
])('events of other companies, from long ago or in unsupported languages are ignored: %s', (title, text) =>
  expect(read(title, text)).toMatchObject({ event: null, facts: [] }),
)

test.each(['Kestrel hat ', 'Kestrel 5 Mio. Euro ', 'von A, ', 'Kestrel wird ', 'der die das '])(
  'hostile text made of %j takes linear time',
  async (part) => {
    const hostile = (length: number) => ({ title: part.repeat(length), text: `der die das und ${part.repeat(length)}` })
    expect(await growth(hostile, 20_000, (item) => createEventReader({ name: 'Kestrel' })(item))).toBeLessThan(LINEAR)
  },
)

test('the company that was bought', () => {
  const text = 'Le fabricant de lampes Kestrel rachète le nantais Lumio pour 4 millions d’euros et garde son atelier.'
  expect(read('Kestrel rachète le nantais Lumio', text)).toMatchObject({
    event: 'purchase',
    facts: ['bought Lumio', 'price €4 million'],
  })
})

test('who leads a financing that is not called a round', () => {
  const text =
    'Das Berliner Startup Kestrel hat 180 Millionen Dollar eingesammelt. Angeführt wird die Finanzierung von Accel.'
  expect(read('Kestrel sammelt 180 Millionen Dollar ein', text).facts).toEqual([
    'raised $180 million',
    'investor Accel',
  ])
})
