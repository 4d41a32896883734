import { z } from 'zod'

/** What an owner can say is not about a company: one story, all that a publisher brings, all that says a longer name. */
export const RULE_KINDS = ['story', 'publisher', 'phrase'] as const
export type RuleKind = (typeof RULE_KINDS)[number]

/** Of one company, for its owner; each is compared with every article that they read. */
export const MAX_RULES: Record<RuleKind, number> = { story: 500, publisher: 100, phrase: 30 }

/** So many of the stories that a rule would remove are named. */
export const MOST_PREVIEWED = 20

const STORY_INVALID = 'Must be a story of this company'
const PUBLISHER_INVALID = 'Must be the domain of a publisher, such as paper.example'
const PHRASE_INVALID = 'Must be a name of 3 to 120 characters'
const STORY_ID = /^[1-9]\d{0,14}$/
const DOMAIN = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/
const SHORTEST_PHRASE = 3
const LONGEST_PHRASE = 120
/** A name begins with a capital letter or a digit, or is in a script that has neither. */
const PROPER_NAME = /(?<![\p{L}\p{N}])[\p{Lu}\p{Lt}\p{Lo}\p{N}][\p{L}\p{N}]/u

export const STORY_NOT_FOUND = 'Story not found'
export const STORY_GONE = 'This story is not in your view any more'
export const RULES_FULL = 'No more rules of this kind can be kept for this company'

export const isRuleKind = (kind: string): kind is RuleKind => RULE_KINDS.some((each) => each === kind)

/** Why a value cannot be one of a rule; null where it can. */
export function ruleProblem(kind: RuleKind, value: string): string | null {
  switch (kind) {
    case 'story':
      return STORY_ID.test(value) ? null : STORY_INVALID
    case 'publisher':
      return DOMAIN.test(value) ? null : PUBLISHER_INVALID
    case 'phrase':
      return isPhrase(value) ? null : PHRASE_INVALID
  }
}

/** One space between words, as it is looked for. */
export const isPhrase = (value: string) =>
  value.length >= SHORTEST_PHRASE &&
  value.length <= LONGEST_PHRASE &&
  !/^\s|\s$|\s\s|[^\S ]/.test(value) &&
  PROPER_NAME.test(value)

/** A rule as its owner is told of it. */
export const NotMineRule = z.object({ kind: z.enum(RULE_KINDS), value: z.string(), words: z.string() })
export type NotMineRule = z.infer<typeof NotMineRule>

/** A rule that could be made, and the stories that would go with it. */
export const RulePreview = NotMineRule.extend({
  /** How many stories would go, the one it begins with among them. */
  count: z.number(),
  /** How many would stay with fewer that tell them. */
  thinned: z.number(),
  /** The newest of those that would go. */
  stories: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      publisher: z.string().nullable(),
      publishedAt: z.string(),
    }),
  ),
})
export type RulePreview = z.infer<typeof RulePreview>

/** Names a story that its reader says is not about the company. */
export const StoryName = z.object({
  storyId: z
    .number({ error: STORY_INVALID })
    .int(STORY_INVALID)
    .min(1, STORY_INVALID)
    .max(Number.MAX_SAFE_INTEGER, STORY_INVALID),
})

/** What a rule does, in words for its owner. */
export const ruleWords = {
  story: () => 'Only this story',
  publisher: (domain: string) => `Everything from ${domain}`,
  phrase: (phrase: string) => `Everything that says “${phrase}”`,
} satisfies Record<RuleKind, (value: string) => string>
