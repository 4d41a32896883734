import { shortMoneyText } from '../../companies/positions/money.ts'
import type { EventType } from '../../taxonomy.ts'
import { eventLine, withoutName } from '../event-line.ts'
import type { Fact } from '../facts.ts'
import type { Story } from '../stories.ts'

const LONGEST = 56

type Reported = Pick<Story, 'title' | 'eventType' | 'extractedFacts' | 'denied' | 'articles' | 'certainty'>

/** What happened, in a few words: after the company's name if possible, or else the headline. */
export const shortPhrase = (story: Reported, company: string): string =>
  verbPhrase(story, company) ?? ended(tidy(eventLine(story, company).text))

/** After the company's name: "to sell for $65M". The headline's own verb, or else the stated facts; null if neither. */
export function verbPhrase(story: Reported, company: string): string | null {
  const line = eventLine(story, company)
  const rest = line.isNamed ? withoutName(line.text, company) : ''
  const said = /^\p{L}/u.test(rest) && !OF_SEVERAL.test(rest) ? firstPart(tidy(rest)) : null
  const stated = said === null || isTitleCase(said) ? ofFacts(story) : null
  const phrase = stated ?? said
  return phrase === null ? null : lowered(phrase)
}

/** "Cedar and Elm begin a pilot" is not about Cedar alone. */
const OF_SEVERAL = /^(?:and|or|with)\b/i

/** "Raises $18M Series A to Automate Cold Stores" reads like a headline in the middle of a sentence. */
function isTitleCase(text: string): boolean {
  const words = text.match(/\p{L}{4,}/gu) ?? []
  return words.length > 1 && words.every((word) => /^\p{Lu}/u.test(word))
}

const AMOUNT = /(\p{Sc}) ?(\d+(?:[.,]\d+)?) ?(million|billion|mln|bn|m|b)\b/giu

const shortAmounts = (text: string) =>
  text.replace(
    AMOUNT,
    (_, currency: string, figure: string, unit: string) =>
      `${currency}${figure.replace(',', '.')}${/^b/i.test(unit) ? 'B' : 'M'}`,
  )

const tidy = (text: string) =>
  shortAmounts(text)
    .replace(/\s+[|–—-]\s+[^|–—]*$/u, '')
    .replace(/[.!]+$/, '')
    .trim()

/** The first part of a headline says what happened; the rest, why or when. */
function firstPart(text: string): string {
  if (text.length <= LONGEST) return text
  const end = text.search(/(?:[,;:]|\s[–—-]\s|\s(?:after|as|amid|because|while|but|to help|according)\s)/)
  return ended(end > 8 ? text.slice(0, end) : text)
}

const ended = (text: string) => (text.length <= LONGEST ? text : `${text.slice(0, LONGEST).replace(/\s+\S*$/, '')}…`)

/** Headlines in title case begin with a capital: "Raises $42M". */
const lowered = (text: string) =>
  /^\p{Lu}\p{Ll}+s\b/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

function ofFacts({ eventType, extractedFacts, certainty }: Reported): string | null {
  const facts = extractedFacts ?? []
  const isReported = certainty === 'reported'
  const name = (kind: Fact['kind']) =>
    facts.flatMap((fact) => (fact.kind === kind && 'name' in fact ? fact.name : []))[0]
  const amount = (kind: Fact['kind']) =>
    facts.flatMap((fact) => (fact.kind === kind && 'amount' in fact ? money(fact.amount) : []))[0]
  const phrases: Partial<Record<EventType, () => string | null>> = {
    closure: () => (isReported ? 'may shut down' : 'shuts down'),
    acquisition: () => {
      const [buyer, price] = [name('buyer') ?? name('merger'), amount('price')]
      if (!buyer && !price) return isReported ? 'may be sold' : 'is sold'
      return `${isReported ? 'may be sold' : 'is sold'}${buyer ? ` to ${buyer}` : ''}${price ? ` for ${price}` : ''}`
    },
    raise: () => {
      const [raised, round] = [amount('raised'), name('round')]
      const what = [raised, round].filter(Boolean).join(' ') || 'money'
      return isReported ? `may raise ${what}` : `raises ${what}`
    },
    ipo: () => (isReported ? 'may go public' : 'goes public'),
    layoffs: () => {
      const size = facts.flatMap((fact) => ('size' in fact ? fact.size : []))[0]
      return size === undefined ? 'cuts jobs' : size.endsWith('%') ? `cuts ${size} of its staff` : `cuts ${size} jobs`
    },
    departure: () => (name('leaves') === undefined ? null : `loses ${name('leaves')}`),
    arrival: () => personText(facts),
    purchase: () => (name('bought') === undefined ? null : `buys ${name('bought')}`),
    results: () => (amount('revenue') === undefined ? null : `reports revenue of ${amount('revenue')}`),
    legal: () => (amount('penalty') === undefined ? null : `faces a penalty of ${amount('penalty')}`),
    partnership: () => {
      const partner = name('partner') ?? name('customer')
      return partner === undefined ? null : `works with ${partner}`
    },
  }
  return phrases[eventType]?.() ?? null
}

function personText(facts: readonly Fact[]): string | null {
  const person = facts.find(({ kind }) => kind === 'joins')
  return person && 'role' in person ? `names ${person.name} ${person.role}` : null
}

const money = ({ currency, value }: { currency: string; value: number }) =>
  /^[A-Z]{3}$/.test(currency) ? shortMoneyText(String(value), currency) : `${currency} ${value}`
