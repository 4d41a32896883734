import { daysIn, type Day } from '#domain/dates/days-in-text.ts'
import { sentencesOf } from '../text/sentences.ts'
import { stemOf, STOP_WORDS, fold, foldedWords, wordsOf } from '../text/words.ts'
import { inventedClaim, reversedMeaning, inventedName, undotted } from './claims.ts'
import { numbersIn, isSameNumber, type NumberMention } from './numbers.ts'
import { companyNames, otherCompanyIn } from './other-company.ts'
import { formProblem } from './plain-line.ts'

export type Cited = { title: string; text: string; publisher: string | null; publishedAt: Date }

const MAX_WORDS = 4000
const MAX_SENTENCES = 200
/** The share of content words that must be in the sources, and in a single passage of them. */
const MIN_SHARED = 0.7
const MIN_IN_PASSAGE = 0.34
/** A passage that shares nearly as much as the best one may also be the source. */
const NEARLY_BEST = 0.75
const PLACE_SENTENCES = 2
const NEAR = 7
const NEAR_IN_SOURCE = 12
const NEAR_COUNT = 4

const REPORTING_WORDS = new Set(
  'said say says announced announce announces according reported reports report told company companies startup firm business including include includes included follow following following news article statement today week month year'
    .split(' ')
    .map(stemOf),
)

export function unsupported(
  sentence: string,
  cited: readonly Cited[],
  company: string,
  otherNames: readonly string[] = [],
): string | null {
  const problem = formProblem(sentence)
  if (problem) return problem
  if (cited.length === 0) return 'no source'
  const sources = cited.map(({ title, text, publisher }) => `${title}\n${text}\n${publisher ?? ''}`).join('\n')
  const numberMention = inventedNumber(sentence, sources, company)
  if (numberMention) return `number: ${numberMention}`
  const day = daysIn(sentence).find((each) => !isStated(each, daysIn(sources), cited))
  if (day) return `date: ${sentence.slice(day.start, day.end)}`
  const name = inventedName(withoutNumbers(sentence), company, sources)
  if (name) return `name: ${name}`
  const claim = inventedClaim(sentence, sources)
  if (claim) return `claim: ${claim}`
  // What the sources say about another company isn't news about this one.
  const other = company === '' ? null : otherCompanyIn(sentence, companyNames(company, otherNames))
  if (other !== null) return `another company: ${other}`
  return unsupportedMeaning(sentence, cited, company)
}

function inventedNumber(sentence: string, sources: string, company: string): string | null {
  const inSources = numbersIn(sources)
  const known = new Set(foldedWords(company, MAX_WORDS).map(stemOf))
  for (const numberMention of numbersIn(sentence)) {
    const same = inSources.filter((each) => isSameNumber(each, numberMention))
    const around = nearWords(sentence, numberMention, NEAR, known)
    const counted = numberMention.kind === 'number' ? countedBy(sentence, numberMention) : undefined
    const isSupported = same.some((each) => {
      const there = nearWords(sources, each, NEAR_IN_SOURCE, known)
      const isNear = around.size === 0 || [...around].some((stem) => there.has(stem))
      return isNear && (!counted || shares(withBeginnings(nearWords(sources, each, NEAR_COUNT, known)), counted))
    })
    if (!isSupported) return sentence.slice(numberMention.start, numberMention.end).trim()
  }
  return null
}

const countedBy = (sentence: string, { end }: NumberMention): string | undefined =>
  contentStems(/^[^,;:.!?()]{0,40}/.exec(sentence.slice(end))?.[0] ?? '')[0]

const withoutNumbers = (sentence: string) =>
  [...numbersIn(sentence), ...daysIn(sentence)].reduce(
    (text, { start, end }) => `${text.slice(0, start)}${' '.repeat(end - start)}${text.slice(end)}`,
    sentence,
  )

function nearWords(text: string, { start, end }: NumberMention, max: number, known: Set<string>): Set<string> {
  const reach = max * 14
  const before = contentStems(text.slice(Math.max(0, start - reach), start)).slice(-max)
  const after = contentStems(text.slice(end, end + reach)).slice(0, max)
  return new Set([...before, ...after].filter((stem) => !known.has(stem)))
}

/** If a source leaves out the year, it means the year of publication. */
function isStated(day: Day, inSources: Day[], cited: readonly Cited[]): boolean {
  const published = cited.map(({ publishedAt }) => ({
    year: publishedAt.getUTCFullYear(),
    month: publishedAt.getUTCMonth() + 1,
    day: publishedAt.getUTCDate(),
  }))
  const fits = (other: Omit<Day, 'start' | 'end'>) =>
    (day.day === undefined || day.day === other.day) &&
    (day.month === undefined || day.month === other.month) &&
    (day.year === undefined ||
      day.year === other.year ||
      (other.year === undefined && published.some(({ year }) => year === day.year)))
  return [...inSources, ...published].some(fits)
}

const contentStems = (text: string): string[] =>
  wordsOf(undotted(text), MAX_WORDS)
    .map(({ folded }) => folded)
    .filter((word) => word.length > 2 && !STOP_WORDS.has(word) && !/^\p{N}+$/u.test(word))
    .map(stemOf)
    .filter((stem) => !REPORTING_WORDS.has(stem))

const BEGINNING = 5
/** Includes prefixes of longer stems: "investment" and "investors" are related. */
const withBeginnings = (stems: Iterable<string>) => {
  const all = new Set<string>()
  for (const stem of stems) {
    all.add(stem)
    if (stem.length > BEGINNING) all.add(`${stem.slice(0, BEGINNING)}…`)
  }
  return all
}
const shares = (all: Set<string>, stem: string) =>
  all.has(stem) || (stem.length > BEGINNING && all.has(`${stem.slice(0, BEGINNING)}…`))

function unsupportedMeaning(sentence: string, cited: readonly Cited[], company: string): string | null {
  const names = [company, ...cited.map(({ publisher }) => publisher ?? '')].join(' ')
  const known = new Set(foldedWords(names, MAX_WORDS).map(stemOf))
  const said = [...new Set(contentStems(withoutNumbers(sentence)))].filter((stem) => !known.has(stem))
  if (said.length < (numbersIn(sentence).length > 0 ? 1 : 2)) return 'says nothing'
  const places = cited.flatMap(placesOf)
  const shareOf = (place: string) => {
    const stated = withBeginnings(contentStems(place))
    return said.filter((stem) => shares(stated, stem)).length / said.length
  }
  if (shareOf(places.join('\n')) < MIN_SHARED) return 'says what its sources do not'
  const shared = places.map((place) => ({ place, share: shareOf(place) }))
  const best = Math.max(...shared.map(({ share }) => share))
  if (best < MIN_IN_PASSAGE) return 'is put together from different places'
  const closest = shared.filter(({ share }) => share >= best * NEARLY_BEST).map(({ place }) => place)
  const reversed = reversedMeaning(sentence, closest, places.join('\n'))
  return reversed && !isQuoted(sentence, places) ? reversed : null
}

function placesOf({ title, text }: Cited): string[] {
  const sentences = sentencesOf(text)
    .slice(0, MAX_SENTENCES)
    .map(({ start, end }) => text.slice(start, end))
  const pairs = sentences.map((_, at) => sentences.slice(at, at + PLACE_SENTENCES).join(' '))
  return [title, ...sentences, ...pairs]
}

const isQuoted = (sentence: string, places: string[]) => {
  const plain = fold(sentence).replace(/[.!?]+$/, '')
  return places.some((place) => fold(place).includes(plain))
}
