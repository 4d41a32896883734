import { frequencyOf } from '../text/frequencies.ts'
import { sentencesOf } from '../text/sentences.ts'
import { STOP_WORDS } from '../text/words.ts'
import type { Profile } from './company.ts'
import type { Features } from './features.ts'
import type { Mention, Passage, Reading } from './mentions.ts'

const EARLY = 25
const LEAD_WORDS = 120

/** How much of the text is about the company; null if it's only named in passing. */
export function prominenceFeatures(
  { isPlace }: Profile,
  { title, text }: Reading,
  inTitle: Mention[],
  inText: Mention[],
): Features | null {
  const titled = inTitle.filter((mention) => !isPassing(mention, title))
  const actors = inText.filter((mention) => !isPassing(mention, text))
  if (titled.length + actors.length === 0) return null
  const echoes = echoesOf([...inTitle, ...inText])
  const inLead = leadOf(text)
  const alone = actors.filter(isAlone)
  const [first, firstAlone] = [actors[0]?.at ?? Infinity, alone[0]?.at ?? Infinity]
  const echoed = countEchoes(echoes, text, inText)
  const often = alone.length + 0.3 * (actors.length - alone.length) + echoed
  const length = Math.max(1, text.words.length)
  return {
    titleAlone: flag(titled.some(isAlone)),
    titled: flag(titled.length > 0),
    titleEcho: flag(titled.length === 0 && countEchoes(echoes, title, []) > 0),
    early: Math.exp(-first / EARLY),
    earlyAlone: Math.exp(-firstAlone / EARLY),
    paragraph: flag(first < inLead.paragraph),
    sentence: flag(first < inLead.sentence),
    often: Math.log1p(often),
    share: often / Math.max(1, often, mostNamed(text)),
    spread: ((actors.at(-1)?.at ?? 0) - (actors[0]?.at ?? 0)) / length,
    listed: actors.filter(({ isListed }) => isListed).length / Math.max(1, actors.length),
    place: flag(isPlace),
    namesBefore: Math.log1p(namesBefore(text, first)),
  }
}

const flag = (is: boolean) => (is ? 1 : 0)

const isAlone = ({ isContinued, isPreceded, isModifier }: Mention) => !isContinued && !isPreceded && !isModifier

const BEFORE = 60
const PASSING_BEFORE =
  /(?:^|[^\p{L}])(?:like|such as|including|include[sd]?|alongside|versus|vs\.?|unlike|(?:rivals?|competitors?|challengers?|alternatives?)(?: of| to| like)?|compet(?:e|es|ing) with|tak(?:e|es|ing) on|challeng(?:e|es|ing)|rival(?:s|ing)?|unseat|dethrone|former|formerly(?: of| at| with)?|previously (?:of|at|with)|ex|worked (?:at|for)|years at|alum\p{L}{0,3} of|veterans? of|backed by|(?:customers|clients|users|investors) of|(?:built|based) on|powered by|inspired by|similar to|compared (?:to|with))[ -](?:the )?$/iu
const PASSING_AFTER =
  /^(?:['’]s?)?[ -](?:rivals?|competitors?|challengers?|alternatives?|alum(?:s|ni|nus|na)?|veterans?|mafia|clones?|backer|investor|backed|style|like)(?![\p{L}])/iu
/** "Birch rival Acme says" is about Acme. */
const RIVAL_IN_APPOSITION = /(?:^|[^\p{L}])\p{Lu}[\p{L}\d]* (?:rival|competitor|challenger) $/u
/** A longer or former name, "Acme Science rival Birch", but not a Title Case headline, "Acme Beats Rival Birch". */
const RIVAL_OF_LONGER_NAME = /^ \p{Lu}\p{L}{1,24} (?:rival|competitor|challenger|alternative) \p{Lu}/u
const NAME = String.raw`\p{Lu}[\p{L}\d.&]{0,24}(?: \p{Lu}[\p{L}\d.&]{0,24}){0,2}`
const LIST_AFTER = new RegExp(`^, ${NAME}(?:,|,? (?:and|or|&) )`, 'u')
const LIST_AROUND = [new RegExp(`${NAME}, $`, 'u'), new RegExp(`^,? (?:and|or|&) ${NAME}|^, ${NAME}`, 'u')] as const
const LIST_BEFORE = new RegExp(`${NAME}, ${NAME},? (?:and|or|&) $`, 'u')

const ATTRIBUTION_BEFORE =
  /\b(?:according to|told|via|by|interview (?:with|on|to)|(?:quoted|cited) in|spokes\w{3,6} (?:for|of)|(?:report|poll|survey|study|analysis|data|figures|statement|research\w{0,4}|scientists|experts|officials|analysts?|director|professor) (?:from|of|at|for|in))(?: the)?\s$/i
const ATTRIBUTION_AFTER =
  /^(?:['’]s)?(?: \p{Ll}{1,20})? (?:news agency|newspaper|magazine|journal|website|correspondent|poll|survey|reported|reports|is reporting)\b/u

/** One of many, the source of a report, or named in relation to another: "rivals like Acme", "according to Acme". */
export function isPassing({ at, form }: Mention, { words, text }: Passage): boolean {
  const [start, end] = [words[at]?.start ?? 0, words[at + form.words.length - 1]?.end ?? 0]
  const [before, after] = [text.slice(Math.max(0, start - BEFORE), start), text.slice(end, end + BEFORE)]
  return (
    (PASSING_BEFORE.test(before) && !RIVAL_IN_APPOSITION.test(before)) ||
    PASSING_AFTER.test(after) ||
    RIVAL_OF_LONGER_NAME.test(after) ||
    ATTRIBUTION_BEFORE.test(before) ||
    ATTRIBUTION_AFTER.test(after) ||
    LIST_AFTER.test(after) ||
    LIST_BEFORE.test(before) ||
    (LIST_AROUND[0].test(before) && LIST_AROUND[1].test(after))
  )
}

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

const MOST_BEFORE = 400

/** How many other names come before the first mention. */
function namesBefore({ words }: Passage, first: number): number {
  const seen = new Set<string>()
  for (const word of words.slice(0, Math.min(first, MOST_BEFORE)))
    if (word.isProper && !word.isOpening) seen.add(word.folded)
  return seen.size
}

/** How often the most frequent name in the text occurs. */
function mostNamed({ words, places }: Passage): number {
  let most = 0
  for (const [word, at] of places) {
    if (at.length <= most || word.length < 3 || STOP_WORDS.has(word)) continue
    most = Math.max(most, at.filter((place) => words[place]?.isProper && !words[place].isOpening).length)
  }
  return most
}

const LONGEST_ECHOED = 3
const USUAL_ECHO = 300

/** Parts of a longer name that may stand for it later. */
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
  word.length > 3 && !STOP_WORDS.has(word) && (frequencyOf(word)?.small ?? 0) <= USUAL_ECHO

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
