import { stemOf, wordsOf, type Word, STOP_WORDS } from '../text/words.ts'
import { siteOf, type Site } from '../site/site.ts'
import { languageOf } from '../formats/language.ts'
import { frequencyOf } from '../text/frequencies.ts'
import { isLegalForm, type Form } from './name-forms.ts'
import { ARTICLES, BUSINESS, CUES, NOUNS, PERSONAL, ROLES, TITLES, VERBS } from './mention-words.ts'
import { isFirstPerson } from './own-words.ts'

export type Item = {
  title: string
  text?: string | null | undefined
  url?: string | null | undefined
  publisher?: string | null | undefined
}

export type Passage = {
  text: string
  words: Word[]
  places: Map<string, number[]>
  /** In Title Case, and in German, a capital says nothing. */
  isTitleCase: boolean
  stems: () => Map<string, number[]>
}

export type Reading = {
  title: Passage
  text: Passage
  site: Site | null
  /** Null unless it writes about itself. */
  ownPublisher: string | null
  small: string
  /** Null if it would be a guess. */
  language: string | null
}

const MAX_TITLE_WORDS = 100
const MAX_TEXT_WORDS = 3000
const LONGEST_TITLE = 1000
const LONGEST_TEXT = 30_000

export function readItem({ title, text, url, publisher }: Item): Reading {
  const language = text ? languageOf(`${title}\n${text}`) : null
  const hasCapitalNouns = language === 'de'
  const head = readPassage(title.slice(0, LONGEST_TITLE), MAX_TITLE_WORDS, true, hasCapitalNouns)
  const body = readPassage((text ?? '').slice(0, LONGEST_TEXT), MAX_TEXT_WORDS, false, hasCapitalNouns)
  return {
    title: head,
    text: body,
    site: url ? siteOf(url) : null,
    ownPublisher: publisher && isFirstPerson(title, text ?? '') ? publisher.trim() : null,
    small: `${head.text}\n${body.text}`.toLowerCase(),
    language,
  }
}

function readPassage(text: string, max: number, isTitle: boolean, hasCapitalNouns: boolean): Passage {
  const words = wordsOf(text, max)
  const places = placesOf(words, ({ folded }) => folded)
  const longWords = words.filter((word) => word.text.length > 3 && !word.isOpening)
  const proper = longWords.filter(({ isProper }) => isProper).length
  let stems: Map<string, number[]> | undefined
  return {
    text,
    words,
    places,
    isTitleCase: hasCapitalNouns || (isTitle && (longWords.length < 2 || proper / longWords.length > 0.5)),
    stems: () => (stems ??= placesOf(words, ({ folded }) => stemOf(folded))),
  }
}

function placesOf(words: Word[], form: (word: Word) => string): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (const [at, word] of words.entries()) {
    const key = form(word)
    const seen = places.get(key)
    if (seen) seen.push(at)
    else places.set(key, [at])
  }
  return places
}

export type Mention = {
  form: Form
  at: number
  /** The beginning of a longer name: "Canary Wharf". */
  isContinued: boolean
  /** The end of a longer name: "Boise Cascade". */
  isPreceded: boolean
  /** Part of a person's name, or the end of a place's: "Jason Finch", "Harvey Milk". */
  isPerson: boolean
  /** An attribute: "an Acme executive". */
  isModifier: boolean
  /** At the start of a sentence, so its capital says nothing. */
  isOpening: boolean
  /** In lowercase at the start of a sentence, which only a brand is. */
  isSmallOpening: boolean
  /** "the Pentagon", "her Journey": how things are named, but rarely companies. */
  hasArticle: boolean
  /** "Acme Inc." */
  hasLegalForm: boolean
  /** Acts like a company: "Acme raises", "CEO of Acme". */
  isActing: boolean
  /** "startup Acme", "Acme co-founder". */
  hasRole: boolean
  /** Does what only companies do: "Acme raises $5M". */
  isFunded: boolean
  /** "Acme – what it does", "Acme: what is new", "Acme 2.0". */
  isHeading: boolean
  /** "Acme Pro – what it does". */
  isNearHeading: boolean
  /** Ends the title or sentence: "Growth of the Boundary". */
  isLast: boolean
  /** "in Acme", "of Acme": typical of places and things. */
  isPlaced: boolean
  /** In all caps, although its owner writes it differently. */
  isShouted: boolean
  isQuoted: boolean
  /** One of several names: "Acme, Birch and Cedar". */
  isListed: boolean
  /** "Rubio's Status", "the Journey of Romeo". */
  isOwned: boolean
  /** The share of capitalized words nearby; if all of them are, a capital says nothing. */
  capitals: number
  /** How many business words are nearby; `personal` counts words about people. */
  business: number
  personal: number
}

const MAX_PER_FORM = 50
const BETWEEN_WORDS = /^[\s\-‐‑.,&'’+/]{0,3}$/

export function allMentions(forms: Form[], passage: Passage): Mention[] {
  const found = forms.flatMap((form) => mentionsOf(form, passage))
  if (found.length < 2) return found
  found.sort((a, b) => a.at - b.at || b.form.words.length - a.form.words.length)
  let end = 0
  return found.filter(({ at, form }) => {
    if (at < end) return false
    end = at + form.words.length
    return true
  })
}

function mentionsOf(form: Form, passage: Passage): Mention[] {
  const mentions: Mention[] = []
  for (const at of passage.places.get(form.words[0] ?? '') ?? []) {
    if (mentions.length >= MAX_PER_FORM) break
    const [first, last] = [passage.words[at], passage.words[at + form.words.length - 1]]
    if (!first || !last || !isThere(form, passage, at)) continue
    const mention = describe(form, passage, at, first, last)
    if (isSpelledSo(mention, passage)) mentions.push(mention)
  }
  return mentions
}

/** "Eleven Labs Raided" names no company: in Title Case, any two words look like a name split in two. */
const isSpelledSo = ({ form, isFunded, hasRole, isActing, hasLegalForm }: Mention, { isTitleCase, words }: Passage) =>
  // "Open Door policy" isn't Opendoor's.
  form.spelling === 'split'
    ? isFunded || hasRole || isActing || hasLegalForm
    : form.spelling !== 'spaced' || !isTitleCase || isFunded || hasRole || words.some(isLowercase)

const isLowercase = ({ isProper, text, folded }: Word) => !isProper && text.length > 3 && !STOP_WORDS.has(folded)

function isThere(form: Form, { words, text }: Passage, at: number): boolean {
  if (!words[at]?.isProper && !form.isSmall) return false
  return form.words.every((folded, next) => {
    const [before, word] = [words[at + next - 1], words[at + next]]
    if (word?.folded !== folded) return false
    if (form.kind === 'initials' && word.text !== folded.toUpperCase()) return false
    // Opendoor is not Open Door.
    if (form.spelling === 'joined' && word.text !== form.text) return false
    if (next > 0 && form.capitals?.[next] && !word.isProper) return false
    if (next === 0 || before === undefined) return true
    const gap = text.slice(before.end, word.start)
    return BETWEEN_WORDS.test(gap) && (form.isAfter?.[next]?.test(gap) ?? true)
  })
}

const SEPARATED = /^(?:\s*[–—:|,(]|\s+-\s|\s\s)/
const NUMBERED = /^\s(?:\d{1,3}|\d+\.\d[\d.]*)\b/
const NEARLY_SEPARATED = /^(?: \p{Lu}[\p{L}\d.]{1,20}){1,2}(?:\s*[–—:|]|\s+-\s|\s\s|$)/u
const FUNDED =
  /^ (?:raises|raised|secures|secured|closes|closed|lands|landed|bags|nabs) (?:an? |over |about )?\p{Sc}\d/iu
const ROLE_AFTER =
  /^(?:['’]s)? (?:co-?founder|founder|ceo|cto|cfo|coo|president|chair(?:man|woman)?|board|investors?|backers?|staff|employees|shares|shareholders|customers|valuation|bookings|revenue)\b/i
/** "his company, Acme", "FDA clears Acme’s patch" */
const ROLE_BEFORE =
  /\b(?:(?:his|her|their) (?:[\p{Ll}-]{1,15} )?(?:company|startup|start-up|firm|business|venture),? (?:called |named )?|(?:FDA|EMA|MHRA|FAA|FCC|regulators?) (?:approves?|authorizes?|clears?|cleared|approved|okays|greenlights) )$/iu
const GLUED_BEFORE = /[-‐‑@#/_]$/
const GLUED_AFTER = /^(?:[-‐‑/_]|\.)(?=[\p{L}\p{N}])/u

function describe(form: Form, { words, text, isTitleCase }: Passage, at: number, first: Word, last: Word): Mention {
  const [before, after] = [words[at - 1], words[at + form.words.length]]
  const gapBefore = text.slice(before?.end ?? 0, first.start)
  const rest = text.slice(last.end, last.end + 60)
  const gapAfter = after ? text.slice(last.end, after.start) : rest
  const follows = before !== undefined && /^\s$/.test(gapBefore)
  const leads = after !== undefined && /^\s$/.test(gapAfter)
  const hasLegalForm = after !== undefined && after.isProper && isLegalForm(after.folded) && /^,?\s$/.test(gapAfter)
  const isNamed = follows && before.isProper && !(before.isOpening && isOrdinary(before))
  const isLonger = leads && after.isProper && !after.isOpening && !hasLegalForm && !VERBS.has(after.folded)
  const isGlued = GLUED_BEFORE.test(gapBefore) || GLUED_AFTER.test(rest)
  const isHead = at === 0 || /[:–—|]\s+$/.test(gapBefore)
  const acts = after !== undefined && /^(?:['’]s?)?\s$/.test(gapAfter) && VERBS.has(after.folded)
  return {
    form,
    at,
    isContinued: isGlued || (!isTitleCase && isLonger),
    isPreceded: !isTitleCase && isNamed && !ROLES.has(before.folded) && !NOUNS.has(before.folded),
    isPerson: (isNamed && isOfPeople(before, isTitleCase)) || (isLonger && isSurname(form, after, isTitleCase)),
    isModifier:
      leads && !after.isProper && !acts && !STOP_WORDS.has(after.folded) && !/(?:ed|s|ing|ly)$/.test(after.folded),
    isOpening: first.isOpening && form.kind !== 'initials',
    isSmallOpening: first.isOpening && /^\p{Ll}/u.test(first.text),
    hasArticle: follows && ARTICLES.has(before.folded),
    hasLegalForm,
    isActing: acts || (follows && CUES.has(before.folded)),
    hasRole:
      (follows && NOUNS.has(before.folded)) ||
      ROLE_AFTER.test(rest) ||
      ROLE_BEFORE.test(text.slice(Math.max(0, first.start - 50), first.start)),
    isFunded: FUNDED.test(rest),
    isHeading: isHead && (SEPARATED.test(rest) || NUMBERED.test(rest) || acts),
    isNearHeading: isHead && NEARLY_SEPARATED.test(rest),
    isLast: after === undefined || after.isOpening,
    isPlaced: follows && PREPOSITIONS.has(before.folded),
    isShouted: form.traits.acronym === 0 && first.text.length > 1 && first.text === first.text.toUpperCase(),
    isQuoted: /(?:["“‘]|(?:^|\s)')$/.test(gapBefore),
    isListed: LISTED_BEFORE.test(text.slice(Math.max(0, first.start - 50), first.start)) || LISTED_AFTER.test(rest),
    isOwned: /['’]s\s$/.test(gapBefore) || (leads && after.folded === 'of'),
    capitals: capitalsNear(words, at, at + form.words.length),
    business: countNear(words, at, at + form.words.length, BUSINESS),
    personal: countNear(words, at, at + form.words.length, PERSONAL),
  }
}

const USUAL = 100
const isOrdinary = ({ folded }: Word) => STOP_WORDS.has(folded) || (frequencyOf(folded)?.small ?? 0) > USUAL

/** In Title Case, "Will" and "Rose" are more likely to be words than people. */
function isOfPeople({ folded }: Word, isTitleCase: boolean): boolean {
  if (TITLES.has(folded)) return true
  const is = frequencyOf(folded)?.is
  return is !== undefined && (is.person || is.place) && !(isTitleCase && is.word)
}

/** "Harvey Milk", but not "Harvey Legal". */
function isSurname({ traits }: Form, { folded }: Word, isTitleCase: boolean): boolean {
  const known = frequencyOf(folded)
  if (traits.firstName === 0 || known === undefined) return false
  return known.level === 0 && (known.is.surname || (known.is.person && !isTitleCase))
}

const PREPOSITIONS = new Set('in on of to into under over near for about'.split(' '))
const LISTED_BEFORE = /(?:\p{Lu}[\p{L}\d.]{0,30},(?: and| or)?|\p{Lu}[\p{L}\d.]{0,30},? (?:and|or|&)) $/u
const LISTED_AFTER =
  /^(?:, \p{Lu}[\p{L}\d.]{0,30}(?: \p{Lu}[\p{L}\d.]{0,30}){0,3}(?:,| and| or)|,? (?:and|or|&) \p{Lu})/u

const NEAR = 12

function countNear(words: Word[], from: number, to: number, wanted: Set<string>): number {
  let found = 0
  for (let at = Math.max(0, from - NEAR); at < Math.min(words.length, to + NEAR); at += 1)
    if ((at < from || at >= to) && wanted.has(stemOf(words[at]?.folded ?? ''))) found += 1
  return found
}

const BESIDE = 6

function capitalsNear(words: Word[], from: number, to: number): number {
  const beside = [...words.slice(Math.max(0, from - BESIDE), from), ...words.slice(to, to + BESIDE)].filter(
    (word) => word.text.length > 3 && !word.isOpening,
  )
  return beside.length === 0 ? 0 : beside.filter(({ isProper }) => isProper).length / beside.length
}
