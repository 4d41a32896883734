import { languageOf } from '../formats/language.ts'
import { frequencyOf, rarityOf } from '../text/frequencies.ts'
import { foldedWords, STOP_WORDS, stemOf, wordsOf } from '../text/words.ts'
import { formsOf, type Form } from './name-forms.ts'
import { siteOf, type Site } from '../site/site.ts'
import type { Passage, Reading } from './mentions.ts'
import { tradesOf, type TradeProfile } from './trades.ts'

export type Company = {
  name: string
  website?: string | null | undefined
  description?: string | null | undefined
  aliases?: string[] | null | undefined
  people?: string[] | null | undefined
  places?: string[] | null | undefined
}

export type Profile = {
  company: Company
  forms: Form[]
  site: Site | null
  /** The domain is the name; `isAffixed` means the name with something added, as in "getacme.com". */
  ownsName: boolean
  isAffixed: boolean
  hasDescription: boolean
  /** The language of its description. */
  language: string | null
  /** Named like a place or country, which is mentioned often but rarely the topic. */
  isPlace: boolean
  /** Words from its description and domain, weighted by rarity. */
  topics: Map<string, number>
  trades: () => TradeProfile
  people: Known[]
  places: Known[]
}

const LONGEST_DESCRIPTION = 4000
const MAX_DESCRIPTION_WORDS = 400
const MAX_TRADE_WORDS = 150
const SHORTEST_REST = 4
/** The first words say the most about what a company does. */
const FIRST_WORDS = 20
const LATER = 0.75

export function readCompany(company: Company): Profile {
  const { name, website, description, aliases, people, places } = company
  const site = website ? siteOf(website) : null
  const label = (site?.label ?? '').replaceAll(/[^a-z0-9]/g, '')
  const forms = formsOf(name, aliases ?? [], label)
  const [own] = forms
  const plain = (own?.words ?? []).join('')
  const [ahead, behind = ''] = plain === '' ? [label] : label.split(plain)
  // "boomsupersonic.com" shows what else Boom is called and what it does.
  if (own?.words.length === 1 && ahead === '' && behind.length >= SHORTEST_REST)
    forms.push({
      ...own,
      text: `${own.text} ${behind}`,
      words: [plain, behind],
      commonness: 0.1,
      traits: { ...own.traits, common: 0.1 },
      kind: 'longer',
    })
  const text = (description ?? '').slice(0, LONGEST_DESCRIPTION)
  let trades: TradeProfile | undefined
  return {
    company,
    forms,
    site,
    ownsName: plain !== '' && label === plain,
    isAffixed: plain.length > 2 && label !== plain && label.includes(plain),
    hasDescription: text.trim() !== '',
    language: languageOf(text),
    isPlace: own !== undefined && own.words.every(isOfPlace),
    topics: topicsOf(text, behind.length >= SHORTEST_REST ? behind : '', forms),
    trades: () => (trades === undefined ? (trades = readTrades(text, forms)) : trades),
    people: readPeople(people ?? []),
    places: readPlaces(places ?? [], own?.words ?? []),
  }
}

function topicsOf(description: string, rest: string, forms: Form[]): Map<string, number> {
  const own = new Set(forms.filter(({ kind }) => kind === 'name').flatMap(({ words }) => words.map(stemOf)))
  const topics = new Map<string, number>()
  for (const [at, { folded }] of wordsOf(`${rest}\n${description}`, MAX_DESCRIPTION_WORDS).entries()) {
    const stem = stemOf(folded)
    if (folded.length < 2 || STOP_WORDS.has(folded) || own.has(stem) || topics.has(stem)) continue
    topics.set(stem, rarityOf(stem) * (at < FIRST_WORDS ? 1 : LATER))
  }
  return topics
}

/** Without its name, which says nothing: Beacon Freight has no lighthouse. */
function readTrades(description: string, forms: Form[]): TradeProfile {
  const own = new Set(forms.flatMap(({ words }) => words))
  return tradesOf(foldedWords(description, MAX_TRADE_WORDS).filter((word) => !own.has(word)))
}

const OF_PLACES = new Set('united states kingdom republic of the north south east west new great'.split(' '))
const isOfPlace = (word: string) => OF_PLACES.has(word) || frequencyOf(word)?.is.place === true

export type Known = { text: string; words: string[] }

const MAX_KNOWN = 30
const MAX_WORDS = 6
const LONGEST = 100

/** A first name alone would match anyone. */
const readPeople = (people: string[]): Known[] => read(people).filter(({ words }) => words.length > 1)

/** Keeps the city of "Berlin, Germany". A place that is part of the company's name adds nothing. */
const readPlaces = (places: string[], own: string[]): Known[] =>
  read(places.map((place) => place.split(',')[0] ?? '')).filter(
    ({ words }) => !words.every((word) => own.includes(word)),
  )

function read(names: string[]): Known[] {
  return names.slice(0, MAX_KNOWN).flatMap((name) => {
    const text = name.slice(0, LONGEST).trim()
    const words = wordsOf(text, MAX_WORDS).map(({ folded }) => folded)
    return words.length > 0 ? [{ text, words }] : []
  })
}

export const namedIn = (known: Known[], { title, text }: Reading): string[] =>
  known.filter(({ words }) => isIn(words, text) || isIn(words, title)).map((one) => one.text)

const MAX_PLACES = 50

function isIn(words: string[], passage: Passage): boolean {
  const places = passage.places.get(words[0] ?? '')?.slice(0, MAX_PLACES) ?? []
  return places.some((at) =>
    words.every((folded, next) => {
      const word = passage.words[at + next]
      return word?.folded === folded && word.isProper
    }),
  )
}
