import { readFileSync } from 'node:fs'
import { Tokenizer } from '@huggingface/tokenizers'
import type { Fact } from '#domain/news/facts.ts'
import type { EventType } from '#domain/taxonomy.ts'
import type { EncoderInput } from './input.ts'
import { loadNetwork } from './network.ts'
import { spansOf, type Span } from './token-spans.ts'

/** How likely each answer is, 0–1. An event of `null` is none. */
export type Answer = {
  events: Map<Exclude<EventType, 'mention'> | null, number>
  role: Record<(typeof ROLES)[number], number>
  certainty: Record<(typeof CERTAINTIES)[number], number>
  tokens: TaggedToken[]
}

/** A piece of what was read, and how likely it is part of each kind of fact about the company. */
export type TaggedToken = Span & { part: 'title' | 'text'; shares: number[] }

export type Encoder = (input: EncoderInput) => Answer

/** In the order in which training numbered them. */
export const EVENTS = [
  null,
  ...(['raise', 'ipo', 'acquisition', 'purchase', 'closure', 'layoffs', 'arrival', 'departure', 'legal'] as const),
  ...(['incident', 'partnership', 'launch', 'results', 'expansion'] as const),
]
export const ROLES = ['subject', 'mention', 'other'] as const
export const CERTAINTIES = ['stated', 'reported', 'denied'] as const
export const TAGS: readonly (Fact['kind'] | null)[] = [
  null,
  ...(['raised', 'valuation', 'price', 'revenue', 'penalty', 'round', 'investor', 'buyer', 'bought'] as const),
  ...(['merger', 'partner', 'customer', 'joins', 'leaves', 'layoffs'] as const),
]

const ID = { start: 1, end: 2, description: 5, publisher: 6, title: 7, text: 8 }
const LIMITS = { description: 24, publisher: 8, title: 44 }
const TOKENIZER = new URL('./tokenizer.json', import.meta.url)

/** Takes 60 MB and half a second, so only the thread that reads news loads it, with its first article. */
export function loadEncoder(): Encoder {
  const tokenizer = new Tokenizer(JSON.parse(readFileSync(TOKENIZER, 'utf8')), {})
  const network = loadNetwork()
  const tokensOf = (text: string, part: 'title' | 'text' | null) => {
    if (text === '') return []
    const { ids, tokens } = tokenizer.encode(text, { add_special_tokens: false })
    const spans = part === null ? [] : spansOf(text, tokens)
    return ids.map((id: number, at: number) => ({ id, part, span: spans[at] }))
  }
  const sign = (id: number) => ({ id, part: null, span: undefined })

  return ({ description, publisher, title, text }) => {
    const read = [
      sign(ID.start),
      sign(ID.description),
      ...tokensOf(description, null).slice(0, LIMITS.description),
      sign(ID.publisher),
      ...tokensOf(publisher, null).slice(0, LIMITS.publisher),
      sign(ID.title),
      ...tokensOf(title, 'title').slice(0, LIMITS.title),
      sign(ID.text),
      ...tokensOf(text, 'text'),
    ].slice(0, network.places - 1)
    const { answers, tags } = network.read([...read.map(({ id }) => id), ID.end])
    const shares = (from: number, count: number) => softmax(answers.subarray(from, from + count))
    const events = shares(0, EVENTS.length)
    const [subject = 0, mention = 0, other = 0] = shares(EVENTS.length, ROLES.length)
    const [stated = 0, reported = 0, denied = 0] = shares(EVENTS.length + ROLES.length, CERTAINTIES.length)
    return {
      events: new Map(EVENTS.map((event, at) => [event, events[at] ?? 0])),
      role: { subject, mention, other },
      certainty: { stated, reported, denied },
      tokens: read.flatMap(({ part, span }, at) =>
        part === null || !span ? [] : [{ part, ...span, shares: softmax(tags[at] ?? new Float32Array(TAGS.length)) }],
      ),
    }
  }
}

function softmax(logits: Float32Array): number[] {
  const highest = Math.max(...logits)
  const powers = [...logits].map((logit) => Math.exp(logit - highest))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}
