/** The English names, as they begin a date. */
export const MONTH_NAMES =
  'January February March April May June July August September October November December'.split(' ')
/** Source of a regular expression that finds a whole English name. */
export const MONTH = `(?:${MONTH_NAMES.join('|')})`
/** "Sept.", "Sep" and "September" */
export const MONTH_OR_SHORT = String.raw`(?:${MONTH_NAMES.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|Sept)\b\.?`

/** English, German, French, Spanish, Italian, Portuguese, Dutch, Scandinavian, Polish, and Russian, without accents. */
const NAMES = [
  'january february march april may june july august september october november december',
  'januar februar marz april mai juni juli august september oktober november dezember',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro',
  'januari februari maart april mei juni juli augustus september oktober november december',
  'januar februar marts april maj juni juli august september oktober november december',
  'januari februari mars april maj juni juli augusti september oktober november desember',
  'stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia',
  'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
].flatMap((language) => language.split(' ').map((name, index) => ({ name, number: index + 1 })))

const SHORTEST = 3

/** Null if no month begins with these letters, or different ones do. */
export function monthNumber(folded: string): number | null {
  const start = folded === 'mrz' ? 'marz' : folded
  const found = new Set(NAMES.filter(({ name }) => name.startsWith(start)).map(({ number }) => number))
  const [only = null] = found
  return folded.length >= SHORTEST && found.size === 1 ? only : null
}

/** Without case and accents. */
export const fold = (text: string) =>
  ASCII.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replaceAll(/\p{M}+/gu, '')
        .toLowerCase()

const ASCII = /^[\0-\x7F]*$/
