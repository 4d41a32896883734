import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { amountOf } from '#domain/money/amounts.ts'
import { NUMBER_WORDS } from '../../text/number-words.ts'

const FactOfCase = z.object({ kind: z.string(), value: z.string() })

/** What all files of cases have in common. */
export const ArticleOfCase = z.object({
  company: z.object({
    name: z.string(),
    website: z.string().optional(),
    description: z.string().optional(),
    aliases: z.array(z.string()).optional(),
  }),
  title: z.string(),
  text: z.string().optional(),
  publisher: z.string().optional(),
})
const PressCase = ArticleOfCase.extend({
  id: z.string(),
  publishedAt: z.string(),
  expect: z.object({
    /** Any of these is right; null means that nothing happened to the company. */
    events: z.array(z.string().nullable()),
    must: z.array(FactOfCase),
    /** Belongs to another company, an earlier deal or a denied report. */
    never: z.array(z.string()),
  }),
})
export type PressCase = z.infer<typeof PressCase>
type Found = { event: string | null; facts: z.infer<typeof FactOfCase>[] }

/** Invented news in the styles of many newsrooms. The held-out half wasn't read while writing the rules. */
export const pressCases = (half: 'development' | 'held-out'): PressCase[] =>
  readFileSync(new URL(`press-${half}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => PressCase.parse(JSON.parse(line)))

export function verdictOn({ expect: { events, must, never } }: PressCase, { event, facts }: Found) {
  const verdict = {
    isEvent: events.includes(event),
    isComplete: must.every((wanted) =>
      facts.some((fact) => fact.kind === wanted.kind && isSame(fact.value, wanted.value)),
    ),
    isClean: never.every((text) => !facts.some(({ value }) => value.toLowerCase().includes(text.toLowerCase()))),
  }
  return { ...verdict, isRight: verdict.isEvent && verdict.isComplete && verdict.isClean }
}

/** "$42M" and "$42 million", "8" and "eight", "CEO" and "chief executive" say the same. */
export function isSame(found: string, wanted: string): boolean {
  const [a, b] = [amountOf(found), amountOf(wanted)]
  if (a && b) return a.currency === b.currency && a.value === b.value
  const [x, y] = [plain(found), plain(wanted)]
  return x.includes(y) || y.includes(x)
}

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/per ?cent/g, '%')
    .replace(/^(?:two|three|four|five|six|seven|eight|nine|ten)$/, (word) => String(NUMBER_WORDS.get(word)))
    .replaceAll(/chief executive(?: officer)?/g, 'ceo')
    .replaceAll(/chief (financial|technology|operating) officer/g, (_, field: string) => `c${field.charAt(0)}o`)
    .replaceAll(/[^\p{L}\p{N}%.]/gu, '')
