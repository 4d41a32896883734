import { either } from '../alternatives.ts'
import { NAME } from '../entities.ts'
import type { CompanyEvent } from '../frames.ts'
import { SELF } from '../marked-text.ts'

/** How articles word an event, in clauses with the company in them. */
export type EventWording = {
  event: CompanyEvent
  /** Wording that only the company itself uses. */
  own?: RegExp
  /** Follows the company as the subject and any auxiliaries. */
  does?: RegExp
  /** A noun phrase right after the company's name. */
  has?: RegExp
  /** The company isn't the subject; contains SELF. */
  undergoes?: RegExp
}

export const opening = (alternatives: readonly string[]) => `^${either(alternatives)}`
export const openingWord = (alternatives: readonly string[]) => String.raw`^${either(alternatives)}\b`

export const pattern = (...alternatives: string[]) => new RegExp(alternatives.join('|'), 'i')
/** Case matters where a name is part of the pattern. */
export const named = (...alternatives: string[]) => new RegExp(alternatives.join('|'))

export const OBJECT = String.raw`${SELF}(?!['’]s)`
export const KIND_OF_COMPANY = String.raw`(?:(?:the|a|an|its|smaller|local|fellow|[A-Za-z-]+-based|${NAME}(?:['’]s|-based|(?= [a-z]))|(?!(?:at|by|with|for|to|in|on|from|of|off|over|as|and|or|not|after|against) )[a-z][A-Za-z-]*) ){0,6}`
export const COMPANY_NOUN = String.raw`(?:startup|start-up|company|firm|maker|provider|rival|business|developer|platform|agency|studio|competitor|operator|unit|arm|division|assets)`
export const COUNT = String.raw`(?:\d[\d,]*|[a-z]+-(?:one|two|three|four|five|six|seven|eight|nine)|ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|dozens|hundreds|half|a (?:third|quarter|fifth|tenth))`
