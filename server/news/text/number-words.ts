const TO_NINETEEN =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** "one" to "ninety-nine", in lowercase. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...TO_NINETEEN.map((word, at): [string, number] => [word, at + 1]),
  ...TENS.flatMap((ten, at): [string, number][] => [
    [ten, (at + 2) * 10],
    ...TO_NINETEEN.slice(0, 9).map((one, ones): [string, number] => [`${ten}-${one}`, (at + 2) * 10 + ones + 1]),
  ]),
])

/** Source of a regular expression for those that are never an article or a pronoun: "two" to "ninety-nine". */
export const NUMBER_WORD = [...NUMBER_WORDS.keys()]
  .filter((word) => word !== 'one')
  .toReversed()
  .join('|')
