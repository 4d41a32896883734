import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import type { WrittenSection } from '../../news/briefs/model/brief-request.ts'
import { loopbackSite } from './loopback-site.ts'

export const ShownItems = z.object({
  company: z.string(),
  articles: z.array(
    z.object({
      number: z.number(),
      story: z.number(),
      title: z.string(),
      text: z.string(),
      publisher: z.string().nullable(),
      publishedAt: z.string(),
    }),
  ),
})
export type ShownItems = z.infer<typeof ShownItems>

export type FakeAnswer =
  | { sections: WrittenSection[] | { heading: string; sentences: object[] }[] }
  | { text: string }
  | { status: number; headers?: Record<string, string>; body?: string }
  | { toolCall: string }
  | 'silence'
  | 'hang up'

type Asked<Items> = { path: string; headers: IncomingMessage['headers']; body: string; items: Items | null }

const Body = z.object({
  messages: z.array(
    z.object({ role: z.string(), content: z.union([z.string(), z.array(z.object({ text: z.string() }))]) }),
  ),
  tools: z.array(z.object({ name: z.string().optional() })).optional(),
})

const USAGE = { input: 1000, output: 200 }

export const fakeModel = (answer: (items: ShownItems) => FakeAnswer) => fakeModelOf(ShownItems, answer)

export async function fakeModelOf<Items>(shown: z.ZodType<Items>, answer: (items: Items) => FakeAnswer) {
  const asked: Asked<Items>[] = []
  const choice = { answer }
  const site = await loopbackSite((request, response) => {
    const answerTo = (body: string) => {
      const question = Body.safeParse(jsonOf(body))
      const items = question.success ? itemsIn(question.data.messages, shown) : null
      asked.push({ path: request.url ?? '', headers: request.headers, body, items })
      const hasJsonTool = question.success && (question.data.tools ?? []).some(({ name }) => name === 'json')
      send(response, items ? choice.answer(items) : { status: 400 }, request.url ?? '', hasJsonTool)
    }
    void readAll(request).then(answerTo)
  })
  return {
    ...site,
    asked,
    usage: USAGE,
    answerWith: (next: (items: Items) => FakeAnswer) => {
      choice.answer = next
    },
  }
}

function itemsIn<Items>(messages: z.infer<typeof Body>['messages'], shown: z.ZodType<Items>): Items | null {
  const said = messages.findLast(({ role }) => role === 'user')?.content ?? ''
  const text = typeof said === 'string' ? said : said.map((part) => part.text).join('')
  const data = /^<items>\n([\s\S]*)\n<\/items>$/.exec(text)?.[1]
  const items = shown.safeParse(jsonOf(data ?? ''))
  return items.success ? items.data : null
}

function send(response: ServerResponse, answer: FakeAnswer, path: string, hasJsonTool: boolean): void {
  if (answer === 'silence') return
  if (answer === 'hang up') {
    response.destroy()
    return
  }
  if ('status' in answer) {
    response
      .writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      .end(answer.body ?? '{}')
    return
  }
  const body = path.endsWith('/messages') ? messagesBody(answer, hasJsonTool) : completionBody(answer)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

type Said = Exclude<FakeAnswer, string | { status: number }>

const textOf = (answer: Said) => ('text' in answer ? answer.text : JSON.stringify(answer))

const completionBody = (answer: Said) => ({
  id: 'answer-1',
  object: 'chat.completion',
  created: 1_772_000_000,
  model: 'invented',
  choices: [
    {
      index: 0,
      finish_reason: 'toolCall' in answer ? 'tool_calls' : 'stop',
      message:
        'toolCall' in answer
          ? {
              role: 'assistant',
              content: null,
              tool_calls: [{ id: 'call-1', type: 'function', function: { name: answer.toolCall, arguments: '{}' } }],
            }
          : { role: 'assistant', content: textOf(answer) },
    },
  ],
  usage: {
    prompt_tokens: USAGE.input,
    completion_tokens: USAGE.output,
    total_tokens: USAGE.input + USAGE.output,
  },
})

const messagesBody = (answer: Said, hasJsonTool: boolean) => ({
  id: 'answer-1',
  type: 'message',
  role: 'assistant',
  model: 'invented',
  content: [
    'toolCall' in answer
      ? { type: 'tool_use', id: 'call-1', name: answer.toolCall, input: {} }
      : hasJsonTool && 'sections' in answer
        ? { type: 'tool_use', id: 'call-1', name: 'json', input: answer }
        : { type: 'text', text: textOf(answer) },
  ],
  stop_reason: 'toolCall' in answer ? 'tool_use' : 'end_turn',
  stop_sequence: null,
  usage: { input_tokens: USAGE.input, output_tokens: USAGE.output },
})

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
