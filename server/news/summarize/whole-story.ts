import type { Fact } from '#domain/news/facts.ts'
import { statesFact } from '#domain/news/states-fact.ts'
import type { CompanyNames } from '../verify/other-company.ts'
import { newsSentences } from './boilerplate.ts'
import { isQuotableTitle, sourceSentences } from './source-sentences.ts'
import type { SummaryArticle } from './summarize.ts'
import { plainTitle, type StorySentence } from './story-lines.ts'

const MOST_ADDED = 3
const LONGEST = 500
const LEANS_BACK = /^["“]?(?:it|its|they|their|he|she|his|her|this|these|that|those|and|but|or|so|also|however)\b/i

type Story = { members: readonly SummaryArticle[]; facts: readonly Fact[] }

/**
 * Every fact that the product states of a story stands in one of its lines: in the headline instead of the first line,
 * if that says it all, or in one more sentence.
 */
export function withFacts(story: Story, sentences: readonly StorySentence[], names: CompanyNames): StorySentence[] {
  const lines = [...sentences]
  for (let added = 0; lines.length > 0 && added < MOST_ADDED; added += 1) {
    const missing = story.facts.filter(
      (fact) => !isOwnName(fact, names) && !lines.some((one) => statesFact(one.text, fact)),
    )
    const best = missing.length === 0 ? null : mostStating(story, missing, names)
    if (!best) break
    const [first] = lines
    const isWhole = first && !story.facts.some((fact) => statesFact(first.text, fact) && !statesFact(best.text, fact))
    // "Our Series B" says less than any sentence that has the figure.
    if (isWhole && (best.isTitle || !names.isNamedIn(first.text))) lines[0] = best.line
    else lines.splice(1, 0, best.line)
  }
  return lines
}

const isOwnName = (fact: Fact, names: CompanyNames) => 'name' in fact && names.isNamedIn(fact.name)

type Candidate = { text: string; isTitle: boolean; line: StorySentence }

/** Headlines before sentences, and those before a "we" that only the source explains. */
function mostStating({ members }: Story, missing: readonly Fact[], names: CompanyNames): Candidate | null {
  const titles = members
    .filter((each) => isQuotableTitle(each, names))
    .map((article) => ({ text: plainTitle(article.title), article }))
  const quotable = members.flatMap((article, at) =>
    sourceSentences(article, at, names).map(({ text }) => ({ text, article })),
  )
  const spoken = members.flatMap((article) => newsSentences(article.text ?? '').map(({ text }) => ({ text, article })))
  const ranked = [
    ...titles.map((line) => ({ line, text: line.text, isTitle: true })),
    ...[...quotable, ...spoken].map((line) => ({ line, text: line.text, isTitle: false })),
  ]
    .filter(({ text }) => text.length <= LONGEST && !LEANS_BACK.test(text))
    .map((candidate) => ({ candidate, count: missing.filter((fact) => statesFact(candidate.text, fact)).length }))
  const most = Math.max(0, ...ranked.map(({ count }) => count))
  return most === 0 ? null : (ranked.find(({ count }) => count === most)?.candidate ?? null)
}
