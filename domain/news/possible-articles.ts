import { z } from 'zod'

/** Answers are kept with the rejections of the company. */
export const NOT_ABOUT_COMPANY = 'press-item'
export const POSSIBLE_ARTICLE_NOT_FOUND = 'This story is not a question anymore'

/** It names the company, but may be about another of that name. Nothing is said of it anywhere until the user answers. */
export const PossibleArticle = z.object({
  id: z.number(),
  url: z.string(),
  title: z.string(),
  publisher: z.string().nullable(),
  publishedAt: z.string(),
})
export type PossibleArticle = z.infer<typeof PossibleArticle>

const INVALID = 'Must be a story in the list and your answer'
export const PossibleArticleAnswer = z.object({
  id: z.number({ error: INVALID }).int(INVALID).min(1, INVALID).max(Number.MAX_SAFE_INTEGER, INVALID),
  isAbout: z.boolean({ error: INVALID }),
})
