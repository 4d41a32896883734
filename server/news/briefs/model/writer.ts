import type { Section } from '#domain/taxonomy.ts'

/** A language model that writes briefs. It never rejects. */
export type Writer = {
  model: string
  maxOutputTokens: number
  /** Input and output tokens combined. */
  maxTokensPerDay: number
  write: (company: { name: string }, articles: ShownArticle[]) => Promise<Written>
}

/** Everything the model sees of an article. `number` starts at 1; articles of one story share `story`. */
export type ShownArticle = {
  number: number
  story: number
  title: string
  text: string
  publisher: string | null
  publishedAt: string
}

export type WrittenSection = { heading: Section; sentences: { text: string; sources: number[] }[] }

export type Written = {
  outcome:
    | { sections: WrittenSection[] }
    /** `later`: pause all requests; `unusable`: a bad response; `refused`: the operator must act. */
    | { trouble: 'later' | 'unusable' | 'refused'; because: string; retryAfterS: number | null }
  calls: number
  /** Null if the provider didn't report usage. */
  tokens: { input: number; output: number } | null
}
