import { z } from 'zod'
import { oneLine } from '../companies/company.ts'
import { WATCH_STATES } from './coverage.ts'
import { websiteAddress } from '../companies/company-key.ts'

const RULE_KINDS = ['story', 'publisher', 'phrase'] as const
export type RuleKind = (typeof RULE_KINDS)[number]

/** Per company. Limited because each rule is checked against every article that its owner reads. */
export const MAX_RULES: Record<RuleKind, number> = { story: 500, publisher: 100, phrase: 30 }

export const MAX_PREVIEWED = 20

const STORY_INVALID = 'Must be a story of this company'
const PUBLISHER_INVALID = 'Must be the domain of a publisher, such as paper.example'
const PHRASE_INVALID = 'Must be a name of 3 to 120 characters'
const STORY_ID = /^[1-9]\d{0,14}$/
const DOMAIN = /^(?=.{4,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/
const SHORTEST_PHRASE = 3
const LONGEST_PHRASE = 120
/** A name begins with a capital letter or a digit, or is in a script without case. */
const PROPER_NAME = /(?<![\p{L}\p{N}])[\p{Lu}\p{Lt}\p{Lo}\p{N}][\p{L}\p{N}]/u

export const STORY_NOT_FOUND = 'Story not found'
export const STORY_NOT_VISIBLE = 'This story is not in your view anymore'
export const TOO_MANY_RULES = 'No more rules of this kind can be kept for this company'

export const isRuleKind = (kind: string): kind is RuleKind => RULE_KINDS.some((each) => each === kind)

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

export const isPhrase = (value: string) =>
  value.length >= SHORTEST_PHRASE &&
  value.length <= LONGEST_PHRASE &&
  !/^\s|\s$|\s\s|[^\S ]/.test(value) &&
  PROPER_NAME.test(value)

export const ExclusionRule = z.object({ kind: z.enum(RULE_KINDS), value: z.string(), words: z.string() })
export type ExclusionRule = z.infer<typeof ExclusionRule>

export const RulePreview = ExclusionRule.extend({
  /** Stories that would disappear, including the one that the rule is made for. */
  count: z.number(),
  /** Stories that would stay with fewer articles. */
  thinned: z.number(),
  /** The newest of those that would disappear. */
  stories: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      publisher: z.string().nullable(),
      publishedAt: z.string(),
    }),
  ),
  /** Other clusters of articles that report the same event and are rejected with it. */
  alsoIds: z.array(z.number()),
})
export type RulePreview = z.infer<typeof RulePreview>

export const StoryName = z.object({
  storyId: z
    .number({ error: STORY_INVALID })
    .int(STORY_INVALID)
    .min(1, STORY_INVALID)
    .max(Number.MAX_SAFE_INTEGER, STORY_INVALID),
})

export const ruleDescriptions = {
  story: () => 'Only this story',
  publisher: (domain: string) => `Everything from ${domain}`,
  phrase: (phrase: string) => `Everything that says “${phrase}”`,
} satisfies Record<RuleKind, (value: string) => string>

export const MAX_ALIASES = 20
export const MAX_FEEDS = 10

const MAX_ALIAS = 100
const MAX_KIND = 40
const MAX_VALUE = 10_000

const ALIAS_TOO_SHORT = 'A name needs at least 2 letters or digits'
const ALIAS_TOO_LONG = 'A name must be at most 100 characters'
const FEED_INVALID = 'Must be the web address of a feed'
const FACT_INVALID = 'Must be a fact of the card'

export const TOO_MANY_ALIASES = `At most ${MAX_ALIASES} other names can be kept for a company`
export const TOO_MANY_FEEDS = `At most ${MAX_FEEDS} feeds can be kept for a company`
export const DUPLICATE_FEED = 'This feed is already in the list'
export const FACT_NOT_FOUND = 'This is not on the card anymore'
export const duplicateAliasMessage = (alias: string) => `${alias} is already in the list`

/** `foundAt` and `foundOn` are null if the fact is no longer on the company's site. */
export const IdentityFact = z.object({
  kind: z.string(),
  value: z.string(),
  foundAt: z.string().nullable(),
  foundOn: z.string().nullable(),
  isRejected: z.boolean(),
})
export type IdentityFact = z.infer<typeof IdentityFact>

export const OwnFeed = z.object({
  url: z.string(),
  state: z.enum(WATCH_STATES).nullable(),
  problem: z.string().nullable(),
  checkedAt: z.string().nullable(),
})
export type OwnFeed = z.infer<typeof OwnFeed>

export const IdentityCard = z.object({
  facts: z.array(IdentityFact),
  aliases: z.array(z.string()),
  feeds: z.array(OwnFeed),
  notMine: z.array(ExclusionRule),
})
export type IdentityCard = z.infer<typeof IdentityCard>

export const OwnAlias = z.object({
  alias: z
    .string({ error: ALIAS_TOO_SHORT })
    .transform((typed) => oneLine(typed).replaceAll(/\s+/g, ' ').normalize('NFC').toWellFormed())
    .refine((alias) => alias.length <= MAX_ALIAS, ALIAS_TOO_LONG)
    .refine((alias) => /[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(alias), ALIAS_TOO_SHORT),
})

export const FeedAddress = z.object({
  url: z.string({ error: FEED_INVALID }).transform((typed, context) => {
    const address = websiteAddress(typed.toWellFormed())
    if (address) return address.replace(/#.*$/, '')
    context.addIssue({ code: 'custom', message: FEED_INVALID })
    return z.NEVER
  }),
})

const isKept = (text: string) => text.isWellFormed() && !text.includes('\u0000')

export const FactName = z
  .object({
    kind: z
      .string({ error: FACT_INVALID })
      .min(1, FACT_INVALID)
      .max(MAX_KIND, FACT_INVALID)
      .refine(isKept, FACT_INVALID),
    value: z
      .string({ error: FACT_INVALID })
      .min(1, FACT_INVALID)
      .max(MAX_VALUE, FACT_INVALID)
      .refine(isKept, FACT_INVALID),
  })
  .superRefine(({ kind, value }, context) => {
    const message = isRuleKind(kind) ? ruleProblem(kind, value) : null
    if (message) context.addIssue({ code: 'custom', path: ['value'], message })
  })
export type FactName = z.infer<typeof FactName>
