import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** Any of the wordings, as case-insensitive regular expressions. */
const Wanted = z.object({
  what: z.string(),
  anyOf: z.array(z.string().transform((pattern) => new RegExp(pattern, 'iu'))),
})
const BriefCase = z.object({
  id: z.string(),
  company: z.looseObject({ name: z.string() }),
  articles: z.array(z.looseObject({ title: z.string(), text: z.string(), url: z.string() })),
  must: z.array(Wanted),
  /** Stale, another company's, or no news. */
  mustNot: z.array(Wanted),
})
export type BriefCase = z.infer<typeof BriefCase>

/** Invented articles about one company each. The held-out half wasn't read while writing the rules. */
export const briefCases = (half: 'development' | 'held-out'): BriefCase[] =>
  readFileSync(new URL(`briefs-${half}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => BriefCase.parse(JSON.parse(line)))

export function verdictOn({ must, mustNot }: BriefCase, brief: string) {
  const isSaid = ({ anyOf }: BriefCase['must'][number]) => anyOf.some((pattern) => pattern.test(brief))
  const missing = must.filter((each) => !isSaid(each)).map(({ what }) => what)
  const unwanted = mustNot.filter(isSaid).map(({ what }) => what)
  return { missing, unwanted, isClean: unwanted.length === 0, isRight: missing.length + unwanted.length === 0 }
}
