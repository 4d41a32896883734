import { cuesIn, MONEY_CUES } from './cues.ts'

const WORD = String.raw`(?:competitors?|rivals?|[Ww]ettbewerber[ns]?|[Kk]onkurrent(?:en)?|concurrents?|competidor(?:es)?|concorrent[ei]s?)`
const NAME = String.raw`(?<![\p{L}\p{N}])(\p{Lu}[\p{L}\p{N}]{0,30}\p{Ll}[\p{L}\p{N}]{0,30})`
const RIVALS = [
  new RegExp(String.raw`${WORD}(?: (?:is|are|like|such as|called|named|principal|ist|heißt|est|es))?,? ${NAME}`, 'gu'),
  new RegExp(String.raw`${NAME},? \(?(?:a|an|one of our|our|the) (?:\p{L}+ ){0,2}${WORD}`, 'gu'),
]

/** The names of competitors, whose metrics may follow in a sentence that doesn't call them competitors. */
export const rivalsIn = (text: string): string[] =>
  RIVALS.flatMap((pattern) => Array.from(text.matchAll(pattern), ([, name = '']) => name)).filter(
    (name) => cuesIn(name, MONEY_CUES).length === 0,
  )
