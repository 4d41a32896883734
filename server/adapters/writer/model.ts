import { setTimeout as wait } from 'node:timers/promises'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  APICallError,
  extractJsonMiddleware,
  generateText,
  NoObjectGeneratedError,
  Output,
  wrapLanguageModel,
  type LanguageModelUsage,
} from 'ai'
import type { Config } from '../../config.ts'
import type { Writer, Written } from '../../ports.ts'
import { AnswerTooLarge, boundedFetch } from './bounded-fetch.ts'
import { Answer, INSTRUCTIONS, messageOf } from './prompt.ts'

type Settings = NonNullable<Config['writer']>
type Service = { baseURL: string; apiKey: string; fetch: ReturnType<typeof boundedFetch> }

const TIMEOUT_MS = 30_000
const RETRY_MS = 500
const MOST_OUTPUT = 4000

/** Named here, so that no variable of the environment can lead elsewhere. */
const ADDRESSES: Record<Settings['kind'], string> = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  perplexity: 'https://api.perplexity.ai',
  'openai-compatible': '',
}

/** What a service of the common protocol wants to be told in its own way. */
const OWN_WAYS: Partial<
  Record<Settings['kind'], (body: Record<string, unknown>) => Record<string, unknown>>
> = {
  openai: ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens }),
  // We bring the sources: it is not to look for others.
  perplexity: (body) => ({ ...body, disable_search: true }),
}

function opened({ kind, model }: Settings, { apiKey, ...service }: Service) {
  if (kind === 'anthropic') return createAnthropic({ ...service, apiKey })(model)
  const transformRequestBody = OWN_WAYS[kind]
  return createOpenAICompatible({
    ...service,
    ...(apiKey ? { apiKey } : {}),
    ...(transformRequestBody ? { transformRequestBody } : {}),
    name: kind,
    supportsStructuredOutputs: true,
  })(model)
}

/** Briefs by a language model: one question, one answer in a given form, no tools, nothing remembered. */
export function modelWriter(settings: Settings, timeoutMs = TIMEOUT_MS): Writer {
  const baseURL = settings.baseUrl ?? ADDRESSES[settings.kind]
  const service = { baseURL, apiKey: settings.apiKey, fetch: boundedFetch(baseURL) }
  const model = wrapLanguageModel({
    model: opened(settings, service),
    middleware: [
      extractJsonMiddleware(),
      {
        specificationVersion: 'v4',
        // They would be printed beside our log, which is JSON.
        wrapGenerate: async ({ doGenerate }) => ({ ...(await doGenerate()), warnings: [] }),
      },
    ],
  })

  const ask: Writer['write'] = async (company, articles) => {
    const { output, usage } = await generateText({
      model,
      instructions: INSTRUCTIONS,
      prompt: messageOf(company, articles),
      output: Output.object({ schema: Answer }),
      maxOutputTokens: MOST_OUTPUT,
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(timeoutMs),
      telemetry: { isEnabled: false },
    })
    return { outcome: { sections: output.sections }, calls: 1, tokens: tokensOf(usage) }
  }

  return {
    model: settings.model,
    mostOutput: MOST_OUTPUT,
    mostADay: settings.dailyTokens,
    async write(company, articles) {
      try {
        return await ask(company, articles)
      } catch (first) {
        if (!isPassing(first)) return troubleOf(first)
        await wait(RETRY_MS)
        const again = await ask(company, articles).catch(troubleOf)
        return { ...again, calls: 2 }
      }
    },
  }
}

const tokensOf = ({ inputTokens, outputTokens }: LanguageModelUsage) =>
  inputTokens === undefined || outputTokens === undefined
    ? null
    : { input: inputTokens, output: outputTokens }

/** Worth asking once more at once: the service or the way to it stumbled. */
const isPassing = (error: unknown) =>
  APICallError.isInstance(error) && error.isRetryable && error.statusCode !== 429 && !isOurs(error.cause)

/** Ended by us; asking again would end in the same way. */
const isOurs = (error: unknown) =>
  error instanceof AnswerTooLarge ||
  (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))

/** Why there is no brief, in words that hold nothing of the question, of the answer or of the key. */
function troubleOf(error: unknown): Written {
  const cause = error instanceof Error ? error.cause : undefined
  if (NoObjectGeneratedError.isInstance(error))
    return trouble(
      'unusable',
      'the answer has not the form asked for',
      error.usage ? tokensOf(error.usage) : null,
    )
  if (error instanceof AnswerTooLarge || cause instanceof AnswerTooLarge)
    return trouble('unusable', 'the answer is too large', null)
  if (isOurs(error) || isOurs(cause)) return trouble('later', 'no answer in time', null)
  const status = APICallError.isInstance(error) ? error.statusCode : 200
  if (status === undefined) return trouble('later', 'the service could not be reached', NOTHING)
  if (status < 300) return trouble('unusable', 'the answer could not be read', null)
  const isPassed = status === 429 || status === 408 || status >= 500
  return trouble(isPassed ? 'later' : 'refused', `HTTP ${status}`, NOTHING, retryAfter(error))
}

const NOTHING = { input: 0, output: 0 }

const trouble = (
  what: 'later' | 'unusable' | 'refused',
  because: string,
  tokens: Written['tokens'],
  retryAfterS: number | null = null,
): Written => ({ outcome: { trouble: what, because, retryAfterS }, calls: 1, tokens })

function retryAfter(error: unknown): number | null {
  const header = APICallError.isInstance(error) ? error.responseHeaders?.['retry-after'] : undefined
  return header && /^\d{1,6}$/.test(header) ? Number(header) : null
}
