import { z } from 'zod'
import { AppError } from '#domain/errors.ts'

/** Newest first. The four methods below are the same in all versions. */
const VERSIONS = ['2025-06-18', '2025-03-26'] as const

export type Tool = {
  name: string
  description: string
  input: z.ZodObject
  /** May throw an AppError, whose message is sent to the model. */
  run: (input: Record<string, unknown>) => Promise<unknown>
}

const Request = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
})
const Call = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) })

const PARSE_ERROR = { code: -32_600, message: 'Not a JSON-RPC request' }

type Answer = {
  jsonrpc: '2.0'
  id: string | number | null
  result?: unknown
  error?: { code: number; message: string }
}

/** One message in, one out; null for a notification. Stateless: every request is authenticated on its own. */
export async function answerMessage(message: unknown, tools: Tool[]): Promise<Answer | null> {
  const parsed = Request.safeParse(message)
  if (!parsed.success) return { jsonrpc: '2.0', id: null, error: PARSE_ERROR }
  const { id, method, params } = parsed.data
  if (id === undefined) return null
  const result = (value: unknown): Answer => ({ jsonrpc: '2.0', id, result: value })
  if (method === 'initialize') return result(initialized(params.protocolVersion))
  if (method === 'ping') return result({})
  if (method === 'tools/list') return result({ tools: tools.map(describe) })
  if (method === 'tools/call') return callTool(Call.safeParse(params).data, tools, result, id)
  return { jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } }
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
  const tool = tools.find(({ name }) => name === call?.name)
  if (!tool || !call) return { jsonrpc: '2.0', id, error: { code: -32_602, message: 'Unknown tool' } }
  const input = tool.input.safeParse(call.arguments)
  if (!input.success) return result(failure(input.error.issues[0]?.message ?? 'Invalid input'))
  try {
    return result({ content: [{ type: 'text', text: JSON.stringify(await tool.run(input.data)) }] })
  } catch (error) {
    if (error instanceof AppError && error.code !== 'unexpected') return result(failure(error.message))
    throw error
  }
}

const failure = (text: string) => ({ content: [{ type: 'text', text }], isError: true })
