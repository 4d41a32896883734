import { MONEY } from '../entities.ts'
import type { CompanyEvent } from '../frames.ts'
import { SELF } from '../marked-text.ts'

/** How one language puts events of companies. */
export type Wording = {
  /** Weightiest first. */
  events: readonly EventWording[]
  denied: RegExp
  /** Not certain: talks, plans, unnamed sources. */
  reported: RegExp
  /** Long ago, or background. */
  past: RegExp
  /** The sentence compares the company with somebody else. */
  rival: RegExp
  /** Before the name: the company is not the subject. */
  object: RegExp
  /** Before an amount. */
  valuation: RegExp
  total: RegExp
  /** `names` are the investors. */
  investors: RegExp
  /** Verbs that follow a buyer, and what stands before it in the passive. German nouns have the capitals of names. */
  buyer?: { buys: string; by: string }
  /** `count` or `share` of the staff. */
  staff: RegExp
}

export type EventWording = {
  event: CompanyEvent
  /** Follows the company as its subject. */
  does?: RegExp
  /** Contains the company. */
  undergoes?: RegExp
  /** Anywhere in a headline or sentence that names it. */
  cues?: RegExp
}

/** `\b` knows only the letters of English. */
export const words = (alternatives: string) => String.raw`(?<!\p{L})(?:${alternatives})(?!\p{L})`

export const pattern = (...sources: string[]) => new RegExp(sources.join('|'), 'iu')

export const S = SELF
export const M = MONEY
/** Within one clause. */
export const GAP = '[^.;:]{0,80}?'
const NAME = String.raw`\p{Lu}[\p{L}\p{N}&./'’-]*`
/** "Alder, Birch und der Cedar Fonds"; `and` are the words for it in this language. */
export const namedBy = (and: string) =>
  String.raw`(?<names>${NAME}(?:(?:,? (?:&|${and}) (?:${ARTICLES})?|, | )${NAME}){0,8})`
/** What may stand between "and" and a name. */
export const ARTICLES = String.raw`(?:de[nmr]|die|das|le|la|les|el|los|il|lo|gli|dal|dalla|o|a|os|as|de|het) |l['’]`
export const ONE_NAME = String.raw`(?<name>${NAME}(?: (?:& )?${NAME}){0,3})`
