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
import type { Config } from '../../config/config.ts'
import { messageOf, type Asked, type Model, type ModelRequest, type Trouble } from './model.ts'

type Settings = NonNullable<Config['model']>
type Service = { baseURL: string; apiKey: string; fetch: ReturnType<typeof boundedFetch> }

const TIMEOUT_MS = 30_000
const RETRY_MS = 500

/** Fixed here, so that a library's environment variables can't redirect requests. */
const ADDRESSES: Record<Settings['kind'], string> = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  perplexity: 'https://api.perplexity.ai',
  'openai-compatible': '',
}

const REQUEST_CHANGES: Partial<Record<Settings['kind'], (body: Record<string, unknown>) => Record<string, unknown>>> = {
  openai: ({ max_tokens, ...body }) => ({ ...body, max_completion_tokens: max_tokens }),
  // The model must use only the given sources, and not search for others.
  perplexity: (body) => ({ ...body, disable_search: true }),
}

function opened({ kind, model }: Settings, { apiKey, ...service }: Service) {
  if (kind === 'anthropic') return createAnthropic({ ...service, apiKey })(model)
  const transformRequestBody = REQUEST_CHANGES[kind]
  return createOpenAICompatible({
    ...service,
    ...(apiKey ? { apiKey } : {}),
    ...(transformRequestBody ? { transformRequestBody } : {}),
    name: kind,
    supportsStructuredOutputs: true,
  })(model)
}

/** One request, one structured response, no tools, no conversation. */
export function connectModel(settings: Settings, timeoutMs = TIMEOUT_MS): Model {
  const baseURL = settings.baseUrl ?? ADDRESSES[settings.kind]
  const service = { baseURL, apiKey: settings.apiKey, fetch: boundedFetch(baseURL) }
  const model = wrapLanguageModel({
    model: opened(settings, service),
    middleware: [
      extractJsonMiddleware(),
      {
        specificationVersion: 'v4',
        // The library would print warnings in between the log lines, which are JSON.
        wrapGenerate: async ({ doGenerate }) => ({ ...(await doGenerate()), warnings: [] }),
      },
    ],
  })

  async function request<Answer>({ instructions, items, answer, maxOutputTokens }: ModelRequest<Answer>) {
    const { output, usage } = await generateText({
      model,
      instructions,
      prompt: messageOf(items),
      output: Output.object({ schema: answer }),
      maxOutputTokens,
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(timeoutMs),
      telemetry: { isEnabled: false },
    })
    return { outcome: { answer: output }, calls: 1, tokens: tokensOf(usage) }
  }

  return {
    name: settings.model,
    maxTokensPerDay: settings.dailyTokens,
    async ask<Answer>(asked: ModelRequest<Answer>): Promise<Asked<Answer>> {
      try {
        return await request(asked)
      } catch (first) {
        if (!isPassing(first)) return troubleOf(first)
        await wait(RETRY_MS)
        const again: Asked<Answer> = await request(asked).catch(troubleOf)
        return { ...again, calls: 2 }
      }
    },
  }
}

const tokensOf = ({ inputTokens, outputTokens }: LanguageModelUsage) =>
  inputTokens === undefined || outputTokens === undefined ? null : { input: inputTokens, output: outputTokens }

/** Whether an immediate retry is worthwhile. */
const isPassing = (error: unknown) =>
  APICallError.isInstance(error) && error.isRetryable && error.statusCode !== 429 && !isOurs(error.cause)

/** The request was ended on this side, so a retry would end the same way. */
const isOurs = (error: unknown) =>
  error instanceof AnswerTooLarge ||
  (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))

/** Why there is no answer, without revealing anything of the request, the response or the key. */
function troubleOf(error: unknown): Asked<never> {
  const cause = error instanceof Error ? error.cause : undefined
  if (NoObjectGeneratedError.isInstance(error))
    return trouble(
      'unusable',
      'the answer does not have the requested form',
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
  what: Trouble['trouble'],
  because: string,
  tokens: Asked<never>['tokens'],
  retryAfterS: number | null = null,
): Asked<never> => ({ outcome: { trouble: what, because, retryAfterS }, calls: 1, tokens })

function retryAfter(error: unknown): number | null {
  const header = APICallError.isInstance(error) ? error.responseHeaders?.['retry-after'] : undefined
  return header && /^\d{1,6}$/.test(header) ? Number(header) : null
}

const MAX_BYTES = 512_000

class AnswerTooLarge extends Error {}

/**
 * Reaches only the configured service, follows no redirects, which would leak the key, and limits the response size.
 */
const boundedFetch =
  (baseUrl: string): typeof fetch =>
  async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!url.startsWith(`${baseUrl}/`)) throw new Error('not the address of the model')
    const answer = await fetch(input, { ...init, redirect: 'error' })
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of answer.body ?? []) {
      bytes += chunk.byteLength
      if (bytes > MAX_BYTES) throw new AnswerTooLarge('the answer is too large')
      chunks.push(chunk)
    }
    const headers = new Headers(answer.headers)
    // The body has already been decoded.
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name)
    const hasBody = ![101, 204, 205, 304].includes(answer.status)
    return new Response(hasBody ? Buffer.concat(chunks) : null, { status: answer.status, headers })
  }
