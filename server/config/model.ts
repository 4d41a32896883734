import { z } from 'zod'
import { text, webAddress } from './fields.ts'

const KINDS = ['none', 'anthropic', 'openai', 'perplexity', 'openai-compatible'] as const

/** Dollars per million tokens, written as `input/output`. */
const price = () =>
  z
    .string()
    .trim()
    .regex(/^\d{1,6}(?:\.\d{1,6})?\/\d{1,6}(?:\.\d{1,6})?$/, 'must be two numbers such as 3/15')
    .transform((pair) => {
      const [input = 0, output = 0] = pair.split('/').map(Number)
      return { input, output }
    })
    .optional()

export const ModelSettings = z.object({
  AI: z
    .enum(KINDS, { error: `must be one of ${KINDS.join(', ')}` })
    .default('none')
    .describe(
      'A language model that writes briefs and reads articles; it is sent public articles and the company’s name. With `none`, briefs are sentences from the sources',
    ),
  AI_API_KEY: text('').describe('Its key; required unless AI is openai-compatible'),
  AI_MODEL: text('').describe('Which of its models; required with AI'),
  AI_BASE_URL: webAddress()
    .optional()
    .describe('Another address of the same protocol, with its version (`…/v1`); required with openai-compatible'),
  AI_DAILY_TOKENS: z.coerce
    .number('must be a number of tokens')
    .int('must be a number of tokens')
    .min(0, 'must be a number of tokens')
    .default(2_000_000)
    .describe(
      'Tokens per day (UTC), input and output together; above it, briefs stay extractive and articles as the local reader reads them',
    ),
  AI_READS: z
    .enum(['unsure', 'all', 'off'], { error: 'must be unsure, all or off' })
    .default('unsure')
    .describe(
      'Which articles the model reads, if AI is set: those that the local reader is unsure of or that state money, ownership, closure or people, all, or none. What the article does not say is never stated',
    ),
  AI_PRICE: price().describe('Dollars per million tokens, as `input/output`, for the cost in /metrics'),
})

type Given = Partial<Record<string, unknown>>

export const modelRules = ({ AI = 'none', AI_API_KEY, AI_MODEL, AI_BASE_URL }: Given): [boolean, string][] => [
  [AI !== 'none' && !AI_MODEL, 'AI_MODEL: is required with AI'],
  [AI !== 'none' && AI !== 'openai-compatible' && !AI_API_KEY, 'AI_API_KEY: is required with AI'],
  [AI === 'openai-compatible' && !AI_BASE_URL, 'AI_BASE_URL: is required with AI=openai-compatible'],
]

export const modelConfig = (settings: z.infer<typeof ModelSettings>) =>
  settings.AI === 'none'
    ? null
    : {
        kind: settings.AI,
        apiKey: settings.AI_API_KEY,
        model: settings.AI_MODEL,
        baseUrl: settings.AI_BASE_URL?.replace(/\/+$/, '') ?? null,
        dailyTokens: settings.AI_DAILY_TOKENS,
        reads: settings.AI_READS,
        price: settings.AI_PRICE ?? null,
      }
