import { nameTraits, type NameTraits } from './name-traits.ts'
import { frequencyOf } from '../text/frequencies.ts'
import { fold, stemOf, STOP_WORDS, wordsOf, type Word } from '../text/words.ts'

export type Form = {
  text: string
  words: string[]
  kind: 'name' | 'alias' | 'short' | 'longer' | 'initials'
  /** 0 for a coined word, 1 for one that's in every text. */
  commonness: number
  traits: NameTraits
  /** One word that could be a dictionary word, unlike "GitLab". */
  isPlain: boolean
  isAlias: boolean
  /** The owner writes it in lowercase, as in "n8n", so lowercase matches, too. */
  isSmall: boolean
  /** An alternative spelling: "Eleven Labs" for ElevenLabs, "Moss and Vale" for Moss & Vale, "HuggingFace" for Hugging Face. */
  spelling?: 'spaced' | 'joined' | 'split' | undefined
  /** The marks before its words that may not be missing: Moss & Vale isn't in Moss Vale, nor cal.farm in "Cal farm". */
  isAfter?: (RegExp | undefined)[]
  /** Which words are capitalized: "Solstice foods" are dishes, but Solstice Foods is a company. */
  capitals?: boolean[]
  /** Stems of the words it omits, one of which an article must contain: "Arc" for Arc Boat Company. */
  omits?: string[] | undefined
}

const MAX_ALIASES = 30
const MAX_WORDS = 12
const LONGEST = 200

const PLAIN = /^\p{L}\p{Ll}+$/u

const LEGAL = new Set(
  'ab ag as bv co company corp corporation gmbh inc incorporated kg kk limited llc llp lp ltd nv oy plc pbc pte pty sa sarl sas se spa srl'.split(
    ' ',
  ),
)

const ADDED = new Set(
  `agency ai air airlines airways analytics app associates bank beverages bio biosciences brands brewery capital care
  cloud club com communications computers computing data design digital energy entertainment enterprises equity films finance
  financial foods games global group health healthcare holding holdings hq imaginations industries interactive
  international io iron labs laboratories logistics market markets media medical mobile monitoring motors multimedia
  networks oil pictures parts partners pharma pharmaceuticals power private productions publications publishing pubs
  records resources restaurant restaurants robotics science sciences screen security services software solutions sports
  stores studio studios systems talent tech technologies technology television therapeutics travel university
  ventures`.split(/\s+/),
)

export const isLegalForm = (folded: string) => LEGAL.has(folded)
/** A word that companies add to their names: "Labs", "Technologies". */
export const isAddition = (folded: string) => ADDED.has(folded)

/** `label` is the label of the company's domain: "hadrian" for hadrian.co. */
export function formsOf(name: string, aliases: string[], label = ''): Form[] {
  const forms: Form[] = []
  const add = (given: string, kind: Form['kind'], spelling?: Form['spelling']) => {
    const text = given
      .slice(0, LONGEST)
      .replace(/\s*\([^)]*\)\s*$/, '')
      .trim()
    const written = wordsOf(text, MAX_WORDS)
    const words = withoutLegal(written.map(({ folded }) => folded))
    // "cal.com" for Cal.com.
    const isSmall = written[0]?.isProper === false || /\S\.[a-z]{2,4}$/.test(text)
    const known = forms.find((form) => form.words.join(' ') === words.join(' '))
    if (known) {
      known.isSmall ||= isSmall
      if (kind === 'alias') Object.assign(known, { isAlias: true, spelling: undefined })
    }
    if (known || words.length === 0) return
    const traits = nameTraits(
      words,
      written.map((word) => word.text),
    )
    const isPlain = words.length === 1 && PLAIN.test(text)
    const capitals = written.map(({ isProper, folded }) => isProper && !STOP_WORDS.has(folded))
    const isAfter = written.map(({ start }, at) =>
      at === 0 ? undefined : [AND, DOT].find((mark) => mark.test(text.slice(written[at - 1]?.end, start))),
    )
    forms.push({
      text,
      words,
      kind,
      spelling,
      isAfter,
      commonness: traits.common,
      traits,
      isPlain,
      isAlias: kind === 'alias',
      isSmall,
      capitals,
    })
  }
  add(name, 'name')
  add(spaced(name), 'name', 'spaced')
  add(split(forms[0]?.words ?? []), 'name', 'split')
  add(joined(name), 'name', 'joined')
  add(
    name.replace(/\.(?:ai|io)$/i, (ending) => ending.slice(1).toUpperCase()),
    'name',
  )
  add(name.replaceAll(/['’]/g, ''), 'name')
  add(name.replaceAll(/\s*[&+]\s*/g, ' and '), 'name', 'spaced')
  add(name.replaceAll(/ and /gi, ' & '), 'name', 'spaced')
  for (const alias of aliases.slice(0, MAX_ALIASES)) add(alias, 'alias')
  const short = shortened(wordsOf(name, MAX_WORDS), forms[0]?.words ?? [])
  if (short) add(short, 'short')
  add(calledByDomain(name, label), 'short')
  add(coinedFirst(wordsOf(name, MAX_WORDS)), 'short')
  const [first = '', ...trade] = short ? [] : tradeOf(wordsOf(name, MAX_WORDS))
  if (first !== '') {
    add(first, 'short')
    const added = forms.find(({ words, kind }) => kind === 'short' && words.length === 1)
    if (added) added.omits = trade.map((word) => stemOf(fold(word)))
  }
  return [...forms, ...initialsOf(forms[0]?.words ?? [], forms)]
}

const AND = /[&+]/
const DOT = /^\.$/

const spaced = (name: string) => name.replaceAll(/(?<=\p{Ll}{2}|\p{Ll}\d)(?=\p{Lu}\p{Ll}{2})/gu, ' ')

const SHORTEST_PART = 4

/** "Petal Works" for petalworks: a coined word of two English ones. */
function split([word = '', second]: string[]): string {
  if (second !== undefined || word.length < 2 * SHORTEST_PART || frequencyOf(word) !== undefined) return ''
  for (let at = SHORTEST_PART; at <= word.length - SHORTEST_PART; at += 1) {
    const parts = [word.slice(0, at), word.slice(at)]
    if (parts.every(isWord)) return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join(' ')
  }
  return ''
}

/** Inflected forms aren't in the table, but their stems are. */
const isWord = (part: string) => [part, stemOf(part)].some((each) => frequencyOf(each)?.is.word === true)

const MOST_JOINED = 3

function joined(name: string): string {
  const words = wordsOf(name, MAX_WORDS)
  const own = words.slice(0, withoutLegal(words.map(({ folded }) => folded)).length)
  const mayBe = own.length > 1 && own.length <= MOST_JOINED && own.every(({ isProper }) => isProper)
  return mayBe ? own.map(({ text }) => text).join('') : ''
}

const MIN_LETTERS = 2
const MAX_LETTERS = 5

/** "BBC" and "B.B.C."; the fewer the letters, the more ambiguous. */
function initialsOf(words: string[], known: Form[]): Form[] {
  const letters = words.filter((word) => !STOP_WORDS.has(word)).map((word) => word.charAt(0))
  const text = letters.join('').toUpperCase()
  if (letters.length < MIN_LETTERS || letters.length > MAX_LETTERS || !/^\p{Lu}+$/u.test(text)) return []
  const commonness = letters.length > 3 ? 0.3 : 0.7
  return [[text.toLowerCase()], letters]
    .filter((each) => !known.some((form) => form.words.join(' ') === each.join(' ')))
    .map((each) => ({
      text,
      words: each,
      kind: 'initials',
      commonness,
      traits: { ...nameTraits([text.toLowerCase()], [text]), common: commonness },
      isPlain: false,
      isAlias: false,
      isSmall: false,
    }))
}

function withoutLegal(words: string[]): string[] {
  let end = words.length
  while (end > 1 && LEGAL.has(words[end - 1] ?? '')) end -= 1
  return words.slice(0, end)
}

/** "Arc Boat Company" may be shortened to Arc in boat news; other names of two words aren't shortened this way. */
function tradeOf(written: Word[]): string[] {
  const [last, ...rest] = written.toReversed()
  return written.length === TRADED_WORDS && /^(?:company|co)$/.test(last?.folded ?? '')
    ? rest.toReversed().map(({ text }) => text)
    : []
}
const TRADED_WORDS = 3

const MIN_LONG = 3
const MIN_COINED = 6

/** "Hallbrook" for Hallbrook Advanced Materials: a word that nothing else is called. */
function coinedFirst(written: Word[]): string {
  const [first] = written
  const isLong = withoutLegal(written.map(({ folded }) => folded)).length >= MIN_LONG
  const isCoined =
    first?.isProper === true && first.text.length >= MIN_COINED && frequencyOf(first.folded) === undefined
  return isLong && isCoined ? first.text : ''
}

function shortened(written: Word[], words: string[]): string | null {
  let end = words.length
  while (end > 1 && ADDED.has(words[end - 1] ?? '')) end -= 1
  return end === words.length || isDay(words.slice(0, end)) ? null : textOf(written.slice(0, end))
}

/** "Hadrian" for Hadrian Automation, whose site is hadrian.co: the part of its name that it goes by. */
export function calledByDomain(name: string, label: string): string {
  const plain = label.replaceAll('-', '')
  const written = wordsOf(name, MAX_WORDS)
  const words = withoutLegal(written.map(({ folded }) => folded))
  const end = words.findIndex((_, at) => words.slice(0, at + 1).join('') === plain) + 1
  return end === 0 || end === words.length || isDay(words.slice(0, end)) ? '' : textOf(written.slice(0, end))
}

/** Words like "Monday" can appear in any text. */
const isDay = (words: string[]) => words.length === 1 && frequencyOf(words[0] ?? '')?.is.time === true

const textOf = (written: Word[]) => written.map(({ text }) => text).join(' ')
