import { MONEY } from '../entities.ts'
import type { CompanyEvent } from '../frames.ts'
import { SELF } from '../marked-text.ts'

/** How a language words company events. */
export type Wording = {
  /** Most important first. */
  events: readonly EventWording[]
  denied: RegExp
  /** Uncertain: talks, plans, unnamed sources. */
  reported: RegExp
  /** Long ago, or background. */
  past: RegExp
  /** The sentence compares the company with someone else. */
  rival: RegExp
  /** Text before the name that shows the company isn't the subject. */
  object: RegExp
  /** Text before an amount that marks it as a valuation; `total` works the same way. */
  valuation: RegExp
  total: RegExp
  /** Captures the investors as `names`. */
  investors: RegExp
  /** Verbs after a buyer, and what precedes it in the passive. Not for German, whose nouns look like names. */
  buyer?: { buys: string; by: string }
  /** Captures the `count` or `share` of the staff. */
  staff: RegExp
}

export type EventWording = {
  event: CompanyEvent
  /** Follows the company as the subject. */
  does?: RegExp
  /** Contains the company. */
  undergoes?: RegExp
  /** Matches anywhere in a headline or sentence that names the company. */
  cues?: RegExp
}

/** `\b` only recognizes English letters. */
export const words = (alternatives: string) => String.raw`(?<!\p{L})(?:${alternatives})(?!\p{L})`

export const pattern = (...sources: string[]) => new RegExp(sources.join('|'), 'iu')

export const S = SELF
export const M = MONEY
/** Within one clause. */
export const GAP = '[^.;:]{0,80}?'
const NAME = String.raw`\p{Lu}[\p{L}\p{N}&./'’-]*`
/** "Alder, Birch und der Cedar Fonds"; `and` lists the language's words for "and". */
export const namedBy = (and: string) =>
  String.raw`(?<names>${NAME}(?:(?:,? (?:&|${and}) (?:${ARTICLES})?|, | )${NAME}){0,8})`
/** What may come between "and" and a name. */
export const ARTICLES = String.raw`(?:de[nmr]|die|das|le|la|les|el|los|il|lo|gli|dal|dalla|o|a|os|as|de|het) |l['’]`
export const ONE_NAME = String.raw`(?<name>${NAME}(?: (?:& )?${NAME}){0,3})`
