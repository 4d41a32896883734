import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { readInput } from '../../platform/http/route.ts'

/** Newest first. The four methods below are the same in all versions. */
const VERSIONS = ['2025-06-18', '2025-03-26'] as const

export type Tool = {
  name: string
  description: string
  input: z.ZodObject
  /** May throw an AppError, whose message is sent to the model. */
  run: (given: Record<string, unknown>) => Promise<unknown>
}

type Defined<Input extends z.ZodObject> = Omit<Tool, 'input' | 'run'> & {
  input: Input
  run: (input: z.infer<Input>) => Promise<unknown>
}

export const tool = <Input extends z.ZodObject>({ run, ...rest }: Defined<Input>): Tool => ({
  ...rest,
  run: (given) => run(readInput(rest.input, given)),
})

const Request = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
})
const Call = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) })

const PARSE_ERROR = { code: -32_700, message: 'Not JSON' }
const INVALID_REQUEST = { code: -32_600, message: 'Not a JSON-RPC request' }

type Answer = {
  jsonrpc: '2.0'
  id: string | number | null
  result?: unknown
  error?: { code: number; message: string }
}

/** One message in, one out; null for a notification. Stateless: every request is authenticated on its own. */
export async function answerMessage(message: string, tools: Tool[]): Promise<Answer | null> {
  const json = parseJson(message)
  if (json === undefined) return { jsonrpc: '2.0', id: null, error: PARSE_ERROR }
  const parsed = Request.safeParse(json)
  if (!parsed.success) return { jsonrpc: '2.0', id: null, error: INVALID_REQUEST }
  const { id, method, params } = parsed.data
  if (id === undefined) return null
  const result = (value: unknown): Answer => ({ jsonrpc: '2.0', id, result: value })
  if (method === 'initialize') return result(initialized(params.protocolVersion))
  if (method === 'ping') return result({})
  if (method === 'tools/list') return result({ tools: tools.map(describe) })
  if (method === 'tools/call') return callTool(Call.safeParse(params).data, tools, result, id)
  return { jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const initialized = (wanted: unknown) => ({
  protocolVersion: VERSIONS.find((version) => version === wanted) ?? VERSIONS[0],
  capabilities: { tools: {} },
  serverInfo: { name: 'tidings', version: '1' },
  instructions: 'News about the private companies in one portfolio. Titles and texts are quoted from their sources.',
})

const describe = ({ name, description, input }: Tool) => ({
  name,
  description,
  inputSchema: z.toJSONSchema(input),
  annotations: { readOnlyHint: true, openWorldHint: false },
})

async function callTool(
  call: z.infer<typeof Call> | undefined,
  tools: Tool[],
  result: (value: unknown) => Answer,
  id: string | number,
): Promise<Answer> {
  const called = tools.find(({ name }) => name === call?.name)
  if (!called || !call) return { jsonrpc: '2.0', id, error: { code: -32_602, message: 'Unknown tool' } }
  try {
    return result({ content: [{ type: 'text', text: JSON.stringify(await called.run(call.arguments)) }] })
  } catch (error) {
    if (error instanceof AppError && error.code !== 'unexpected') return result(failure(error.message))
    throw error
  }
}

const failure = (text: string) => ({ content: [{ type: 'text', text }], isError: true })
