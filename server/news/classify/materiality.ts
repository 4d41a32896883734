import type { EventType } from '#domain/taxonomy.ts'
import { CUES, cuesIn } from './cues.ts'
import type { Facts } from '#domain/news/stories.ts'

const WEIGHTS = {
  closure: 1,
  raise: 0.95,
  acquisition: 0.9,
  departure: 0.75,
  layoffs: 0.7,
  legal: 0.65,
  results: 0.6,
  arrival: 0.55,
  partnership: 0.5,
  launch: 0.4,
  mention: 0.1,
} satisfies Record<EventType, number>

export type Materiality = { eventType: EventType; weight: number; direction: 'up' | 'down' | null }

const CLOSURE =
  /\b(?:shut(?:s|ting)? down|winds? down|winding down|bankrupt(?:cy)?|chapter 11|insolven(?:t|cy)|ceas(?:es|ed|ing) operations|goes out of business|liquidation)\b/
const LAYOFFS =
  /\b(?:lay(?:s|ing)? off|laid off|layoffs?|job (?:cuts|losses)|redundanc(?:y|ies)|downsiz(?:es|ed|ing)|lets? (?:[\w%-]{1,12} ){1,4}go\b|(?:cut|cuts|cutting|slash|slashes|slashing|sheds?|shedding|axes|trims?) (?:[\w%,.-]{1,12} ){0,6}(?:staff|jobs|workforce|headcount|employees|workers|positions|roles))\b/
const DOWN =
  /\b(?:lay(?:s|ing)? off|laid off|layoffs?|sued|sues|lawsuit|fined|breach|recall(?:s|ed)?|loss(?:es)?|declin(?:e|es|ed)|falls?|fell|drops?|dropped|misses|missed|cuts?|delay(?:s|ed)?|down round|downgrad(?:e|es|ed)|resigns?|ousted|fired|fraud|outage|probe|hacked|plunges?|slumps?)\b/
const UP =
  /\b(?:rais(?:es|ed)|grow(?:s|th)|grew|record|wins?|won|profit(?:s|able)?|beats?|surges?|soars?|expands?|launch(?:es|ed)|partners?|approv(?:al|ed)|awarded|upgrad(?:e|es|ed)|exceeds?|doubles?|triples?|milestone)\b/
const BY_CUE: readonly (readonly [cue: string, eventType: EventType])[] = [
  ['round', 'raise'],
  ['raise', 'raise'],
  ['acquire', 'acquisition'],
  ['depart', 'departure'],
  ['law', 'legal'],
  ['results', 'results'],
  ['income', 'results'],
  ['appoint', 'arrival'],
  ['partner', 'partnership'],
  ['launch', 'launch'],
]

/** The title says what happened; the text counts only through its facts. */
export function materialityOf(title: string, facts: Facts): Materiality {
  const text = title.slice(0, 500).toLowerCase().replaceAll(/\s+/g, ' ')
  const eventType = eventTypeIn(text, facts)
  const isDown = eventType === 'closure' || eventType === 'layoffs' || DOWN.test(text)
  const isUp = eventType === 'raise' || UP.test(text)
  // A title with both ("profit falls") is left to the reader, unless it is the end.
  const direction = eventType === 'closure' || (isDown && !isUp) ? 'down' : isUp && !isDown ? 'up' : null
  return { eventType, weight: WEIGHTS[eventType], direction }
}

function eventTypeIn(text: string, facts: Facts): EventType {
  if (CLOSURE.test(text)) return 'closure'
  const times = cuesIn(text)
  const found = new Set(CUES.filter((_, index) => times[index]).map(({ name }) => name))
  const candidates = BY_CUE.filter(([cue]) => found.has(cue)).map(([, eventType]) => eventType)
  if (LAYOFFS.test(text)) candidates.push('layoffs')
  if (facts.raised && facts.round) candidates.push('raise')
  if (facts.moves.length > 0) {
    candidates.push(facts.moves.some(({ change }) => change === 'leaves') ? 'departure' : 'arrival')
  }
  return candidates.reduce<EventType>((a, b) => (WEIGHTS[b] > WEIGHTS[a] ? b : a), 'mention')
}
