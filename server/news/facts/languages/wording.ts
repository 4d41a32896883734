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
export const NAMED = String.raw`(?<names>\p{Lu}[\p{L}\p{N}&.'’-]*(?:(?:,? (?:&|und|et|y|e) |, | )\p{Lu}[\p{L}\p{N}&.'’-]*){0,8})`
