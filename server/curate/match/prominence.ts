import { frequencyOf } from '../text/frequencies.ts'
import { sentencesOf } from '../text/sentences.ts'
import { STOP_WORDS } from '../text/stop-words.ts'
import type { Profile } from './company.ts'
import type { Mention } from './mentions.ts'
import type { Passage, Reading } from './passage.ts'

const ENOUGH = 1.9
/** After so many words a first mention is no longer an early one. */
const EARLY = 25
const LEAD_WORDS = 120

/** Whether an item that names a company is about it: in the title, early, often, and to the end. */
export function isProminent(
  { isPlace }: Profile,
  { title, text }: Reading,
  inTitle: Mention[],
  inText: Mention[],
): boolean {
  if (text.words.length === 0) return inTitle.length > 0
  const echoes = echoesOf([...inTitle, ...inText])
  const inLead = leadOf(text)
  const alone = inText.filter(isAlone)
  const [first, firstAlone] = [inText[0]?.at ?? Infinity, alone[0]?.at ?? Infinity]
  const often = alone.length + 0.3 * (inText.length - alone.length) + countEchoes(echoes, text, inText)
  const spread = ((inText.at(-1)?.at ?? 0) - (inText[0]?.at ?? 0)) / text.words.length
  const odds =
    inTitleOdds(title, inTitle, echoes) +
    0.8 * Math.exp(-first / EARLY) +
    0.8 * Math.exp(-firstAlone / EARLY) +
    (first < inLead.paragraph ? 0.6 : 0) +
    (first < inLead.sentence ? 0.7 : 0) -
    (inText[0] && isSource(inText[0], text) ? 1 : 0) +
    0.5 * Math.log1p(often) +
    0.4 * spread -
    (isPlace ? 0.7 : 0)
  return odds >= ENOUGH
}

const isAlone = ({ isContinued, isPreceded, isModifier }: Mention) =>
  !isContinued && !isPreceded && !isModifier

function inTitleOdds(title: Passage, inTitle: Mention[], echoes: Set<string>): number {
  if (inTitle.some(isAlone)) return 2.2
  if (inTitle.length > 0) return 1.4
  return countEchoes(echoes, title, []) > 0 ? 1 : 0
}

const TELLS =
  /\b(?:according to|told|via|by|interview (?:with|on|to)|(?:quoted|cited) in|spokes\w{3,6} (?:for|of)|(?:report|poll|survey|study|analysis|data|figures|statement|research\w{0,4}|scientists|experts|officials|analysts?|director|professor) (?:from|of|at|for|in))(?: the)?\s$/i
const IS_TELLING =
  /^(?:['’]s)?(?: \p{Ll}{1,20})? (?:news agency|newspaper|magazine|journal|website|correspondent|poll|survey|reported|reports|is reporting)\b/u

/** Whether it comes in as the one who says or measures it, as a news agency does, and not as what is spoken of. */
function isSource({ at, form }: Mention, { words, text }: Passage): boolean {
  const [start, end] = [words[at]?.start ?? 0, words[at + form.words.length - 1]?.end ?? 0]
  return TELLS.test(text.slice(Math.max(0, start - 40), start)) || IS_TELLING.test(text.slice(end, end + 60))
}

/** How many words the first paragraph and the first sentence have. */
function leadOf({ text, words }: Passage): { paragraph: number; sentence: number } {
  const lead = text.slice(0, 2000)
  const line = lead.indexOf('\n')
  const sentence = sentencesOf(lead).find(({ end }) => end > 60)?.end ?? lead.length
  const before = (end: number) => {
    const at = words.findIndex(({ start }) => start >= end)
    return at < 0 ? words.length : at
  }
  return {
    paragraph: Math.min(LEAD_WORDS, before(line < 0 ? lead.length : line)),
    sentence: before(sentence),
  }
}

const LONGEST_ECHOED = 3
const USUAL = 300

/** How a name of several words is taken up again: by its first or last word. */
function echoesOf(mentions: Mention[]): Set<string> {
  const echoes = new Set<string>()
  for (const { words, kind } of new Set(mentions.map(({ form }) => form))) {
    if (words.length < 2 || words.length > LONGEST_ECHOED || kind === 'initials') continue
    const [first = '', last = ''] = [words[0], words.at(-1)]
    if (isEcho(last)) echoes.add(last)
    if (isEcho(first) && frequencyOf(first)?.is.person !== true) echoes.add(first)
  }
  return echoes
}

const isEcho = (word: string) =>
  word.length > 3 && !STOP_WORDS.has(word) && (frequencyOf(word)?.small ?? 0) <= USUAL

function countEchoes(echoes: Set<string>, passage: Passage, named: Mention[]): number {
  const covered = new Set(named.flatMap(({ at, form }) => form.words.map((_, next) => at + next)))
  const standsAlone = (at: number) => {
    const [before, word, after] = [passage.words[at - 1], passage.words[at], passage.words[at + 1]]
    if (!word?.isProper || covered.has(at)) return false
    if (before?.isProper && !before.isOpening && word.start - before.end === 1) return false
    return !(after?.isProper && after.start - word.end === 1)
  }
  let found = 0
  for (const word of echoes) found += (passage.places.get(word) ?? []).filter(standsAlone).length
  return found
}
