import { z } from 'zod'
import { oneLine } from './company-rules.ts'
import { WATCH_STATES } from './coverage.ts'
import { isRuleKind, NotMineRule, ruleProblem } from './not-mine.ts'
import { websiteAddress } from './website.ts'

/** Of one company, for its owner. */
export const MAX_ALIASES = 20
export const MAX_FEEDS = 10

const MAX_ALIAS = 100
const MAX_KIND = 40
const MAX_VALUE = 10_000

const ALIAS_TOO_SHORT = 'A name needs at least 2 letters or digits'
const ALIAS_TOO_LONG = 'A name must be at most 100 characters'
const FEED_INVALID = 'Must be the web address of a feed'
const FACT_INVALID = 'Must be a fact of the card'

export const ALIASES_FULL = `At most ${MAX_ALIASES} other names can be kept for a company`
export const FEEDS_FULL = `At most ${MAX_FEEDS} feeds can be kept for a company`
export const FEED_THERE = 'This feed is already in the list'
export const FACT_GONE = 'This is not on the card any more'
export const aliasThere = (alias: string) => `${alias} is already in the list`

/** One thing that is known of a company, and where it was found; null where it is not on its site any more. */
export const IdentityFact = z.object({
  kind: z.string(),
  value: z.string(),
  foundAt: z.string().nullable(),
  foundOn: z.string().nullable(),
  isRejected: z.boolean(),
})
export type IdentityFact = z.infer<typeof IdentityFact>

/** A feed that the owner pasted, and what the last look at it came to. */
export const OwnFeed = z.object({
  url: z.string(),
  state: z.enum(WATCH_STATES).nullable(),
  problem: z.string().nullable(),
  checkedAt: z.string().nullable(),
})
export type OwnFeed = z.infer<typeof OwnFeed>

/** What everybody may know of a company, and what its owner says to that. */
export const IdentityCard = z.object({
  facts: z.array(IdentityFact),
  aliases: z.array(z.string()),
  feeds: z.array(OwnFeed),
  /** What the owner said is not about the company. */
  notMine: z.array(NotMineRule),
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

/** Names a fact of the card, or a rule about what is not about the company. */
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
