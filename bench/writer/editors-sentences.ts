import { sentencesOf } from '../../server/news/text/sentences.ts'
import { withoutPromptInjection } from '../../server/news/verify/plain-line.ts'
import { unsupported, type Cited } from '../../server/news/verify/verify.ts'
import { labeled } from '../quality/labeled.ts'
import { printMeasurement } from '../measure/measure.ts'

type Row = { ref_summary: string; docs: { title: string; text: string; source: string | null }[] }
type Try = { sentence: string; cited: Cited[] }

const MOST_ROWS = 300
const SHOWN = 1500
const APART = 7

export function verifyQuality(): void {
  const rows = labeled<Row>('summ_neus').slice(0, MOST_ROWS)
  if (rows.length === 0) return
  const cited = rows.map(({ docs }) => docs.map(asCited))
  const quoted = cited.flatMap(([first]) =>
    first
      ? split(first.text)
          .slice(0, 3)
          .filter(isOfLength)
          .map((sentence) => ({ sentence, cited: [first] }))
      : [],
  )
  const editors = rows.flatMap(({ ref_summary }, at) =>
    split(ref_summary).map((sentence) => ({ sentence, cited: cited[at] ?? [] })),
  )
  const elsewhere = rows.flatMap(({ ref_summary }, at) =>
    split(ref_summary).map((sentence) => ({ sentence, cited: cited[(at + APART) % rows.length] ?? [] })),
  )
  const spoilt = (spoil: (sentence: string) => string) =>
    quoted
      .map((each) => ({ ...each, sentence: spoil(each.sentence) }))
      .filter(({ sentence }, at) => sentence !== quoted[at]?.sentence)
  printRates('quoted from its source', quoted)
  printRates('by editors, who knew more', editors)
  printRates('about other news (target 0)', elsewhere)
  printRates(
    'with another number',
    spoilt((sentence) =>
      sentence.replace(/(?<![\p{L}\d.,])\d{1,3}(?![\d,.]*\d)/u, (number) => String(Number(number) * 3 + 1)),
    ),
  )
  printRates(
    'with another name',
    spoilt((sentence) => sentence.replace(/(?<=[a-z,] )[A-Z][a-z]{3,}/, 'Zandvoort')),
  )
}

function printRates(what: string, tries: Try[]): void {
  const passed = tries.filter(({ sentence, cited }) => unsupported(sentence, cited, '') === null)
  printMeasurement(`writer check, sentences ${what}: let through`, (100 * passed.length) / tries.length, '%')
}

const split = (text: string) => sentencesOf(text).map(({ start, end }) => text.slice(start, end))
const isOfLength = ({ length }: string) => length > 40 && length < 380

const asCited = ({ title, text, source }: Row['docs'][number]): Cited => ({
  title,
  text: withoutPromptInjection(text).slice(0, SHOWN),
  publisher: source,
  publishedAt: new Date('2020-01-01'),
})
