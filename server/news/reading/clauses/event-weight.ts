import { EVENT_TYPES, EVENT_WEIGHTS, importanceOf, type EventType } from '#domain/taxonomy.ts'
import type { CompanyEvent } from './frames.ts'

const MAJOR: ReadonlySet<EventType> = new Set(
  EVENT_TYPES.filter((event) => importanceOf(EVENT_WEIGHTS[event]) === 'major'),
)
const HEAD_OF_COMPANY = /\b(?:founder|co-?founder|CEO|chief executive|boss)\b/i
const OF_LEADERS_DEPARTURE = 0.85
const GRANT = /\bgrant\b/i
const ROUND = /\b(?:round|series [a-k]|seed|raises?|raised|investors?)\b/i
/** A grant costs the company no shares, so it matters less than a round. */
const OF_GRANT = 0.6
/** A denial of something serious is worth knowing about. */
const OF_DENIAL = 0.5

export const weightOfDenial = (denied: CompanyEvent[]) =>
  denied.some((event) => MAJOR.has(event)) ? OF_DENIAL : EVENT_WEIGHTS.mention

export function weightOf(event: CompanyEvent, evidence: string[]): number {
  const says = (words: RegExp) => evidence.some((sentence) => words.test(sentence))
  if (event === 'departure' && says(HEAD_OF_COMPANY)) return OF_LEADERS_DEPARTURE
  return event === 'raise' && says(GRANT) && !says(ROUND) ? OF_GRANT : EVENT_WEIGHTS[event]
}

const UP: ReadonlySet<CompanyEvent> = new Set([
  'raise',
  'ipo',
  'purchase',
  'arrival',
  'expansion',
  'partnership',
  'launch',
])
const DOWN: ReadonlySet<CompanyEvent> = new Set(['closure', 'layoffs', 'incident'])
const GAIN =
  /\b(?:grow(?:s|th|ing)?|grew|record|profitab[a-z]+|beats?|surges?|soars?|doubl[a-z]+|tripl[a-z]+|surpass[a-z]*|cross[a-z]*|tops|topped|up \d+|wins?|won)\b/i
const LOSS =
  /\b(?:loss(?:es)?|declin[a-z]+|falls?|fell|drops?|dropped|miss(?:es|ed)|cuts?|slump[a-z]*|plung[a-z]+|shrink[a-z]*|down|sued|fine[sd]?|charged|accus[a-z]+|probe|investigat[a-z]+|lawsuit)\b/i

export function directionOf(event: CompanyEvent, evidence: string[]): 'up' | 'down' | null {
  if (DOWN.has(event)) return 'down'
  if (UP.has(event)) return 'up'
  const text = evidence.join(' ')
  const [gain, loss] = [GAIN.test(text), LOSS.test(text)]
  return gain === loss ? null : gain ? 'up' : 'down'
}
