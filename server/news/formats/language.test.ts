import { expect, test } from 'vitest'
import { languageOf } from './language.ts'
import { growth } from '../../testing/growth.ts'

test.each([
  ['en', 'The company said that it has raised money from investors and will hire more people this year.'],
  [
    'de',
    'Das Unternehmen hat von Investoren Geld bekommen und wird in diesem Jahr mehr Leute einstellen, auch für die Technik.',
  ],
  ['fr', "L'entreprise annonce une levée de fonds et va recruter dans les mois qui viennent avec ses partenaires."],
  ['es', 'La empresa anunció que los inversores han entrado en el capital y que contratará más personas este año.'],
  [
    'it',
    'La società ha annunciato che gli investitori sono entrati nel capitale e che assumerà più persone della rete.',
  ],
  ['pt', 'A empresa anunciou que os investidores não entraram no capital e que vai contratar mais pessoas para o ano.'],
  [
    'nl',
    'Het bedrijf heeft geld opgehaald bij investeerders en wil dit jaar meer mensen aannemen voor de groei van het team.',
  ],
  [
    'sv',
    'Bolaget har tagit in pengar från investerare och ska anställa fler personer under året, men inte i Stockholm.',
  ],
  [
    'fi',
    'Yhtiö kertoi, että se on kerännyt rahaa sijoittajilta ja myös palkkaa lisää väkeä, mutta ei vielä tänä vuonna.',
  ],
  [
    'pl',
    'Firma poinformowała, że pozyskała pieniądze od inwestorów i nie wyklucza dalszych rund w tym roku dla rozwoju.',
  ],
  ['tr', 'Şirket yatırımcılardan yeni bir yatırım aldı ve bu yıl daha çok kişi için işe alım yapacak gibi.'],
  ['ru', 'Компания привлекла инвестиции и планирует нанять больше людей.'],
  ['uk', 'Компанія залучила інвестиції і планує найняти більше людей цього року, повідомляє її засновниця.'],
  ['zh', '该公司宣布获得投资者的新一轮融资，并计划今年招聘更多员工。'],
  ['ja', '同社は投資家から資金を調達し、今年さらに人材を採用すると発表しました。'],
  ['ko', '회사는 투자자로부터 자금을 조달했으며 올해 더 많은 인력을 채용할 계획이라고 밝혔다.'],
  ['ar', 'أعلنت الشركة عن جولة تمويل جديدة من المستثمرين وستوظف المزيد هذا العام.'],
])('%s', (language, text) => {
  expect(languageOf(text)).toBe(language)
})

test.each(['', 'Acme', 'Acme v2.1.0', '12345 67890', 'Acme Beta Gamma Delta Epsilon', '🙂🙂🙂'])(
  '%j says too little to tell its language',
  (text) => {
    expect(languageOf(text)).toBeNull()
  },
)

test('the time does not grow with the length of a long text', async () => {
  const text = (length: number) => 'the and of '.repeat(length)
  expect(languageOf(text(100_000))).toBe('en')
  // Linear work would grow by a factor of 16; the rest is noise.
  expect(await growth(text, 100_000, languageOf)).toBeLessThan(6)
})
