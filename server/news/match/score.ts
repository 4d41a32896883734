import { frequencyOf } from '../text/frequencies.ts'
import type { Form } from './name-forms.ts'
import type { Mention, Reading, Passage } from './mentions.ts'
import type { Profile } from './company.ts'
import { sentencesOf, STOP_WORDS } from '../text/words.ts'

/** Log odds, set by hand. */
export function titleOdds({ form, ...is }: Mention): number {
  let odds = form.commonness === 0 ? 3 : 1 - 5 * form.commonness
  const isTrackedCompany = is.at === 0 || is.isHeading || is.isNearHeading || is.isActing
  if (form.commonness === 0 && form.isPlain && !isTrackedCompany) odds -= 1.5
  if (form.kind === 'alias') odds += 1
  if (is.hasLegalForm || is.isFunded) odds += 1
  if (is.isHeading) odds += is.isActing ? 1.5 : 2
  else if (is.isNearHeading) odds += 1.3
  else if (is.isActing) odds += 0.7
  else if (is.at === 0) odds += 0.5
  // Two capitalized words side by side are hardly there by chance.
  if (form.words.length > 1 && is.at === 0) odds += 0.5
  if (is.isPerson) odds -= 4 * weakness(form)
  else if (is.isPreceded) odds -= 1.5 * weakness(form)
  if (is.isContinued) odds -= 0.5
  return odds
}

/** In running text a capital tells a name from a word, so ambiguity matters less. */
export function textOdds({ form, ...is }: Mention): number {
  const isCommon = form.commonness > 0
  let odds = isCommon ? 1.8 - form.commonness : 3
  if (form.kind === 'alias') odds += 1
  if (is.isOpening && !is.isActing) odds -= Math.min(isWord(form) ? 2 : 0.8, 4 * form.commonness)
  if (is.hasArticle) odds -= isCommon ? 1 : 0.8
  if (is.hasLegalForm || is.isFunded) odds += 1
  if (is.isActing && !is.isContinued) odds += 0.5
  if (is.isPerson) odds -= 4 * weakness(form)
  else if (is.isPreceded) odds -= 2 * weakness(form)
  if (is.isContinued) odds -= (isCommon ? 1.8 : 1.2) * weakness(form)
  return odds
}

/** A name that is a person's in one sentence is a person's in the next. */
export function wholeOdds(mentions: Mention[]): number {
  const alone = mentions.filter(({ isContinued, isPreceded }) => !isContinued && !isPreceded).length
  const odds = Math.min(1, 0.25 * Math.max(0, alone - 1))
  // The full name beside a person of a similar name: a part may be theirs, the whole is not.
  if (mentions.some(({ form, isContinued, isPreceded }) => form.words.length > 1 && !isContinued && !isPreceded))
    return odds
  const single = mentions.filter(({ form }) => form.words.length === 1)
  if (single.some(({ isPerson }) => isPerson)) return odds - 3
  if (single.some(({ isPreceded }) => isPreceded)) return odds - 1
  return odds
}

/** Also written in lower case, so that a capital at the beginning of a sentence says nothing. */
function isWord({ words }: Form): boolean {
  const known = words.length === 1 ? frequencyOf(words[0] ?? '') : undefined
  return known === undefined || known.is.word || known.small > 1
}

/** One word is more likely part of a longer name than two: "Representative Fred Thompson". */
const weakness = ({ words }: Form) => (words.length > 1 ? 0.25 : 1)

const AROUND = 60
/** Sharing a more common word says nothing. */
const USUAL = 2.5
const TITLE_WORDS = 20
const MAX_SHOWN = 3

export type Context = { weight: number; words: string[] }

export function contextOf({ topics }: Profile, { title, text }: Reading, places: number[]): Context {
  const near = windows(places, text.words.length)
  const shared: { word: string; rarity: number }[] = []
  for (const [stem, rarity] of topics) {
    if (rarity <= USUAL) continue
    const inTitle = title.stems().get(stem)?.[0]
    const inText =
      inTitle === undefined
        ? text
            .stems()
            .get(stem)
            ?.find((at) => isWithin(at, near))
        : undefined
    const word = inTitle === undefined ? text.words[inText ?? -1] : title.words[inTitle]
    if (word) shared.push({ word: word.folded, rarity })
  }
  shared.sort((a, b) => b.rarity - a.rarity)
  const weight = shared.reduce((sum, { rarity }) => sum + rarity - USUAL, 0)
  const size = title.words.length + near.reduce((sum, { from, to }) => sum + to - from, 0)
  return {
    // A long passage shares a word or two with anything.
    weight: weight * Math.sqrt(TITLE_WORDS / Math.max(TITLE_WORDS, size)),
    words: shared.slice(0, MAX_SHOWN).map(({ word }) => word),
  }
}

type Window = { from: number; to: number }

function windows(places: number[], length: number): Window[] {
  const found: Window[] = []
  for (const at of places) {
    const [from, to] = [Math.max(0, at - AROUND), Math.min(length, at + AROUND)]
    const last = found.at(-1)
    if (last && from <= last.to) last.to = to
    else found.push({ from, to })
  }
  return found
}

const isWithin = (at: number, near: Window[]) => near.some(({ from, to }) => at >= from && at < to)

const ENOUGH = 1.9
const EARLY = 25
const LEAD_WORDS = 120

/** About it if named in the title, early, often and to the end. */
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

const isAlone = ({ isContinued, isPreceded, isModifier }: Mention) => !isContinued && !isPreceded && !isModifier

function inTitleOdds(title: Passage, inTitle: Mention[], echoes: Set<string>): number {
  if (inTitle.some(isAlone)) return 2.2
  if (inTitle.length > 0) return 1.4
  return countEchoes(echoes, title, []) > 0 ? 1 : 0
}

const ATTRIBUTION_BEFORE =
  /\b(?:according to|told|via|by|interview (?:with|on|to)|(?:quoted|cited) in|spokes\w{3,6} (?:for|of)|(?:report|poll|survey|study|analysis|data|figures|statement|research\w{0,4}|scientists|experts|officials|analysts?|director|professor) (?:from|of|at|for|in))(?: the)?\s$/i
const ATTRIBUTION_AFTER =
  /^(?:['’]s)?(?: \p{Ll}{1,20})? (?:news agency|newspaper|magazine|journal|website|correspondent|poll|survey|reported|reports|is reporting)\b/u

/** Named as the one who reports or measures, as a news agency is. */
function isSource({ at, form }: Mention, { words, text }: Passage): boolean {
  const [start, end] = [words[at]?.start ?? 0, words[at + form.words.length - 1]?.end ?? 0]
  return (
    ATTRIBUTION_BEFORE.test(text.slice(Math.max(0, start - 40), start)) ||
    ATTRIBUTION_AFTER.test(text.slice(end, end + 60))
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

const LONGEST_ECHOED = 3
const USUAL_ECHO = 300

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
