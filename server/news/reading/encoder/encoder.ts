import { readFileSync } from 'node:fs'
import { Tokenizer } from '@huggingface/tokenizers'
import type { EventType } from '#domain/taxonomy.ts'
import type { EncoderInput } from './input.ts'
import { loadNetwork } from './network.ts'

/** How likely each answer is, 0–1. An event of `null` is none. */
export type Answer = {
  events: Map<Exclude<EventType, 'mention'> | null, number>
  role: Record<(typeof ROLES)[number], number>
  certainty: Record<(typeof CERTAINTIES)[number], number>
}

export type Encoder = (input: EncoderInput) => Answer

/** In the order in which training numbered them. */
export const EVENTS = [
  null,
  ...(['raise', 'ipo', 'acquisition', 'purchase', 'closure', 'layoffs', 'arrival', 'departure', 'legal'] as const),
  ...(['incident', 'partnership', 'launch', 'results', 'expansion'] as const),
]
export const ROLES = ['subject', 'mention', 'other'] as const
export const CERTAINTIES = ['stated', 'reported', 'denied'] as const

const ID = { start: 1, end: 2, description: 5, publisher: 6, title: 7, text: 8 }
const LIMITS = { description: 24, publisher: 8, title: 44 }
const TOKENIZER = new URL('./tokenizer.json', import.meta.url)

/** Takes 60 MB and half a second, so only the thread that reads news loads it, with its first article. */
export function loadEncoder(): Encoder {
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(TOKENIZER, 'utf8')), {})
  const network = loadNetwork()
  const idsOf = (text: string) => (text === '' ? [] : tokenizer.encode(text, { add_special_tokens: false }).ids)

  return ({ description, publisher, title, text }) => {
    const parts = [
      [ID.start, ID.description, ...idsOf(description).slice(0, LIMITS.description)],
      [ID.publisher, ...idsOf(publisher).slice(0, LIMITS.publisher)],
      [ID.title, ...idsOf(title).slice(0, LIMITS.title)],
      [ID.text, ...idsOf(text)],
    ]
    const ids = parts.flat().slice(0, network.places - 1)
    const answers = network.read([...ids, ID.end])
    const shares = (from: number, count: number) => softmax([...answers.subarray(from, from + count)])
    const events = shares(0, EVENTS.length)
    const [subject = 0, mention = 0, other = 0] = shares(EVENTS.length, ROLES.length)
    const [stated = 0, reported = 0, denied = 0] = shares(EVENTS.length + ROLES.length, CERTAINTIES.length)
    return {
      events: new Map(EVENTS.map((event, at) => [event, events[at] ?? 0])),
      role: { subject, mention, other },
      certainty: { stated, reported, denied },
    }
  }
}

function softmax(logits: number[]): number[] {
  const highest = Math.max(...logits)
  const powers = logits.map((logit) => Math.exp(logit - highest))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}
