import { describe, expect, test } from 'vitest'
import { newsSentences } from './boilerplate.ts'
import { summarize, writeBrief, type SummaryArticle } from './summarize.ts'

let count = 0
const article = (title: string, text: string, day = '2026-11-10'): SummaryArticle => ({
  title,
  text,
  url: `https://paper${(count += 1)}.example/news`,
  publisher: `Paper ${count}`,
  publishedAt: `${day}T10:00:00Z`,
})
const briefOf = (...articles: SummaryArticle[]) =>
  summarize('Quillon', articles).sections.flatMap(({ sentences }) => sentences.map(({ text }) => text))

describe('a brief doesn’t quote', () => {
  test.each([
    ['LEEDS (Southern Wire) - Quillon has raised $40 million.', 'Quillon has raised $40 million.'],
    ['(Southern Wire) - Quillon has raised $40 million.', 'Quillon has raised $40 million.'],
    ['Quillon (Leeds) has raised $40 million.', 'Quillon (Leeds) has raised $40 million.'],
  ])('an agency’s dateline: %s', (written, quoted) => {
    expect(newsSentences(written).map(({ text }) => text)).toEqual([quoted])
  })

  test.each([
    'Ana Reyes has covered business since 2004 and lives with two dogs.',
    'Ana Reyes is a senior reporter at Paper 1 in Leeds.',
    'Ana Reyes writes about climate technology for Paper 1.',
    'The views expressed here are her own.',
  ])('who wrote the article: %s', (bio) => {
    expect(newsSentences(`Quillon has raised $40 million. ${bio}`).map(({ text }) => text)).toEqual([
      'Quillon has raised $40 million.',
    ])
  })

  test('a reporter who is the news', () => {
    const [only] = newsSentences('Quillon has hired Ana Reyes, who was a senior reporter at Paper 1, as its editor.')
    expect(only?.text).toContain('Ana Reyes')
  })

  test('a sentence that its feed cut off', () => {
    const [title, text] = [
      'Quillon cuts 64 jobs',
      'Quillon, a maker of heat pumps in Leeds, confirmed on Wednesday it […]',
    ]
    expect(briefOf(article(title, text))).toEqual([title])
    expect(briefOf(article(title, text.replace('[…]', '[...]')))).toEqual([title])
  })

  test('paid content', () => {
    const news = article('Quillon opens a plant in Ghent', 'Quillon opened a plant in Ghent on Monday.')
    const paid = article(
      'SPONSORED: Why plumbers trust Alder over Quillon',
      'Alder offers a longer warranty than Quillon.',
    )
    expect(briefOf(news, paid).join(' ')).not.toContain('Alder')
  })

  test('what another company says in a newsletter', () => {
    const text = 'Quillon, the heat pump maker, passed $20 million of revenue.\nGrace Bio says it is not for sale.'
    expect(briefOf(article('Morning notes: plumbers love Quillon', text)).join(' ')).not.toContain('Grace Bio')
  })
})

test('a corrected figure is stated by the corrected headline', () => {
  const wrong = article(
    'Quillon raises $81 million for heat pumps',
    'Quillon has raised $81 million in a Series B round.',
  )
  const right = article(
    'CORRECTED: Quillon raises $18 million for heat pumps',
    '(Corrects amount to $18 million, not $81 million, in headline.)\nQuillon has raised $18 million in a Series B round.',
    '2026-11-11',
  )
  const [first] = briefOf(wrong, { ...right, publisher: wrong.publisher })
  expect(first).toBe('CORRECTED: Quillon raises $18 million for heat pumps')
})

test('that an earlier version was wrong is not quoted below a headline that says so', () => {
  const wrong = article('Quillon raises $81 million', 'Quillon has raised $81 million in a Series B round.')
  const right = article(
    'Correction: Quillon raised $18 million, not $81 million',
    'An earlier version of this article misstated the amount.',
    '2026-11-11',
  )
  expect(briefOf(wrong, { ...right, publisher: wrong.publisher })).toEqual([
    'Correction: Quillon raised $18 million, not $81 million',
  ])
})

describe('a revised figure', () => {
  const first = article(
    'Quillon recalls 300 heat pumps over valve',
    'Quillon is recalling about 300 heat pumps in Europe because a valve can loosen.',
  )

  test('replaces the earlier one', () => {
    const revised = article(
      'Quillon widens recall of heat pumps to 520',
      'Quillon is widening the recall of its heat pumps to 520 units, from about 300 announced last week.',
      '2026-11-16',
    )
    const brief = briefOf(first, revised).join(' ')
    expect(brief).toContain('520')
    expect(brief).not.toContain('about 300 heat pumps')
  })

  test('replaces it however it is worded', () => {
    const revised = article(
      'Quillon recall is larger than first said',
      'Quillon now says that 520 heat pumps have the loose valve, up from the 300 it first reported.',
      '2026-11-16',
    )
    expect(briefOf(first, revised).join(' ')).not.toContain('about 300 heat pumps')
  })

  test('does not replace another matter with the same figure', () => {
    const other = article(
      'Quillon staff grows to 420',
      'Quillon employs 420 people in Leeds, up from 300 a year ago.',
      '2026-11-16',
    )
    expect(briefOf(first, other).join(' ')).toContain('300 heat pumps')
  })
})

describe('a roundup', () => {
  const items = `Lena Moss, formerly of Gridpoint, is the new operating chief of heat pump maker Quillon.
Tidewell, until yesterday known as Kitewise, has a new name.
Also: Orrin raised $6 million for seaweed snacks.`

  test('is quoted only where it names the company', () => {
    const brief = briefOf(article('Morning notes: a new operating chief for Quillon', items)).join(' ')
    expect(brief).not.toMatch(/Tidewell|Orrin/)
  })

  test('is told from an article that names the investors', () => {
    const text = `Quillon has raised $40 million.
Fathom Partners led the round.
Acorn Ventures took part in the round.
The plant in Ghent will make 9,000 heat pumps a year.`
    expect(briefOf(article('Quillon raises $40 million', text)).join(' ')).toContain('9,000')
  })

  test('does not lend its headline, even where the page repeats it in the text', () => {
    const title = 'Week in review: heat pumps and seaweed'
    expect(briefOf(article(title, `${title}\nQuillon got clearance for its new heat pump.`))).toEqual([
      'Quillon got clearance for its new heat pump.',
    ])
    const job = 'Job of the week: senior welder at Quillon'
    const news = article('Quillon opens a plant in Ghent', 'Quillon opened a plant in Ghent on Monday.')
    expect(briefOf(news, article(job, `${job}\nApply by December 1.`, '2026-11-09')).join(' ')).not.toContain(job)
  })
})

test('of two counts in one incident, the newer one is quoted', () => {
  const first = article(
    'Quillon discloses data breach',
    'Quillon disclosed a data breach affecting some 40,000 customers.',
  )
  const copy = article('Data breach at Quillon', 'Some 40,000 customers are affected by a data breach at Quillon.')
  const another = article('Quillon data breach', 'Quillon says a data breach affects some 40,000 customers.')
  const later = article(
    'Quillon breach hits 115,000, including 2,300 in Leeds',
    'The data breach at Quillon affected 115,000 customers, among them 2,300 in Leeds, a filing says.',
    '2026-11-13',
  )
  const model = article('Quillon looks into the breach', 'Quillon says its L2 customers need not worry.', '2026-11-14')
  const brief = (label: string) =>
    writeBrief('Quillon', [{ section: 'Business', rank: 1, label, members: [model, later, copy, another, first] }])
      .sections.flatMap(({ sentences }) => sentences.map(({ text }) => text))
      .join(' ')
  expect(brief('News')).toContain('40,000')
  expect(brief('Incident')).toContain('115,000')
  expect(brief('Incident')).not.toContain('40,000')
})

test('a list of companies to watch is quoted only where it names the company', () => {
  const list = article('Seven startups to watch', 'Quillon heats homes.\nSiltstone sinks costs.\nMica shines.')
  expect(briefOf(list)).toEqual(['Quillon heats homes.'])
})

test('the end of a month reverses nothing: a brief opens with what the company did', () => {
  const wire = article(
    'Drone carrier Quillon to close by end of January',
    'Drone parcel carrier Quillon said on Wednesday it will wind down by the end of January after it failed to raise money.',
  )
  const local = article(
    'Quillon to close by end of January',
    'Forty-five people who maintain drones for Quillon at the airfield will lose their jobs when the company closes in January.',
    '2026-11-11',
  )
  expect(briefOf(wire, local)[0]).toMatch(/^Drone parcel carrier Quillon said/)
})
