/** English, German, French, Spanish, Italian, Portuguese, Dutch, Scandinavian, Polish, and Russian, without accents. */
const MONTHS = [
  'january february march april may june july august september october november december',
  'januar februar marz april mai juni juli august september oktober november dezember',
  'janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro',
  'januari februari maart april mei juni juli augustus september oktober november december',
  'januari februari mars april maj juni juli augusti september oktober november desember',
  'stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia',
  'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
].flatMap((language) => language.split(' ').map((name, index) => ({ name, number: index + 1 })))

const SHORTEST = 3

/** Null if no month begins with these letters, or different ones do. */
export function monthNumber(folded: string): number | null {
  const found = new Set(MONTHS.filter(({ name }) => name.startsWith(folded)).map(({ number }) => number))
  const [only = null] = found
  return folded.length >= SHORTEST && found.size === 1 ? only : null
}
