import { z } from 'zod'
import { tagSlug, UNDOCUMENTED_TAGS } from '#domain/endpoint.ts'
import { escapeHtml } from './plain-page.ts'

export const openApiInfo = (publicUrl: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Tidings',
    version: '1',
    description:
      'Everything the Tidings pages do, for programs. Send an API key, or the access token of a session, as a bearer token.',
  },
  servers: [{ url: publicUrl }],
})

const Content = z.record(z.string(), z.object({ schema: z.unknown().optional() }))
const Operation = z.object({
  summary: z.string().optional(),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
  'x-access': z.string().optional(),
  'x-scope': z.string().optional(),
  'x-example': z.string().optional(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.string(),
        required: z.boolean().optional(),
        description: z.string().optional(),
      }),
    )
    .optional(),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: Content.optional() })),
})
type Operation = z.infer<typeof Operation>
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })

type Listed = Operation & { method: string; path: string; id: string }

const ACCESS: Record<string, string> = {
  public: 'Anybody',
  user: 'Signed in',
  entitled: 'Signed in, with a trial or a subscription',
  admin: 'Administrators',
}

const REFERENCE = 'api-reference'

/** Semantic HTML that needs no script. `name` selects the list of features, or one feature with each call collapsed. */
export function apiReference(openApi: object, publicUrl: string, name: string): string | null {
  const operations = Object.entries(Document.parse(openApi).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Listed => ({
      ...operation,
      method,
      path,
      id: tagSlug(`${method}-${path}`),
    })),
  )
  const shown = operations.filter(({ tags = [] }) => !tags.some((tag) => UNDOCUMENTED_TAGS.includes(tag)))
  const features = Map.groupBy(shown, (operation) => operation.tags?.[0] ?? 'Other')
  if (name === REFERENCE) return [...features].map(featureSummary).join('')
  const feature = [...features].find(([tag]) => name === `api-${tagSlug(tag)}`)
  if (!feature) return null
  return `<h2>Calls</h2>${feature[1].map((operation) => operationMarkup(operation, publicUrl)).join('')}`
}

function featureSummary([tag, calls]: [string, Listed[]]): string {
  const page = `/docs/api/${tagSlug(tag)}`
  const items = calls.map(
    ({ method, path, id, summary = '' }) =>
      `<li><a href="${page}#${id}"><code>${method.toUpperCase()}</code> <code>${escapeHtml(path)}</code></a> ${escapeHtml(summary)}</li>`,
  )
  return `<section id="${tagSlug(tag)}"><h2><a href="${page}">${escapeHtml(tag)}</a></h2><ul>${items.join('')}</ul></section>`
}

function operationMarkup(operation: Listed, publicUrl: string): string {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  return [
    `<article id="${operation.id}"><details><summary>`,
    `<h3><code>${operation.method.toUpperCase()}</code> <code>${escapeHtml(operation.path)}</code></h3>`,
    `<p>${escapeHtml(operation.summary ?? '')}</p></summary>`,
    operation.description ? `<p>${escapeHtml(operation.description)}</p>` : '',
    `<dl><dt>Who may call it</dt><dd>${ACCESS[operation['x-access'] ?? 'public'] ?? ''}${operation['x-scope'] ? `, or an API key with <code>${operation['x-scope']}</code>` : ''}</dd></dl>`,
    operation['x-scope']
      ? `<h4>Example</h4><pre tabindex="0"><code>${escapeHtml(example(operation, publicUrl))}</code></pre>`
      : '',
    parameterTable(operation),
    body ? `<h4>Body</h4>${schemaMarkup(body)}` : '',
    responseTable(operation),
    '</details></article>',
  ].join('')
}

/** Assumes a shell in which the variables are set. */
function example({ path, 'x-example': query }: Listed, publicUrl: string): string {
  const address = publicUrl + path.replace('{id}', '$COMPANY_ID') + (query ? `?${query}` : '')
  return `curl "${address}" \\\n  -H "Authorization: Bearer $TIDINGS_KEY"`
}

function parameterTable({ parameters = [] }: Operation): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    (parameter) =>
      `<tr><th scope="row"><code>${escapeHtml(parameter.name)}</code></th><td>${parameter.in}${parameter.required ? ', required' : ''}</td><td>${escapeHtml(parameter.description ?? '')}</td></tr>`,
  )
  return `<table><caption>Parameters</caption><thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function responseTable({ responses }: Operation): string {
  const rows = Object.entries(responses).map(([status, response]) => {
    const [type, content] = Object.entries(response.content ?? {})[0] ?? []
    const shape = type === 'application/json' && content?.schema ? schemaMarkup(content.schema) : ''
    return `<tr><th scope="row">${status}</th><td>${escapeHtml(response.description)}${shape}</td></tr>`
  })
  return `<table><caption>Answers</caption><thead><tr><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

const schemaMarkup = (schema: unknown) => `<pre tabindex="0"><code>${escapeHtml(shapeText(schema, 0))}</code></pre>`

const Schema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  nullable: z.boolean().optional(),
  anyOf: z.array(z.unknown()).optional(),
})

/** As a programmer would write it: `{ name: string, website: string | null }`. */
function shapeText(schema: unknown, depth: number): string {
  const parsed = Schema.safeParse(schema)
  if (!parsed.success || depth > 4) return 'unknown'
  const { type, enum: values, items, properties, required = [], nullable, anyOf } = parsed.data
  const types = (Array.isArray(type) ? type : [type ?? 'unknown']).filter((name) => name !== 'null')
  const orNull = nullable || (Array.isArray(type) && type.includes('null')) ? ' | null' : ''
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ') + orNull
  if (anyOf) return anyOf.map((option) => shapeText(option, depth)).join(' | ')
  if (types.includes('array')) return `${shapeText(items, depth)}[]${orNull}`
  if (!properties) return types.join(' | ') + orNull
  const indent = '  '.repeat(depth + 1)
  const lines = Object.entries(properties).map(
    ([name, value]) => `${indent}${name}${required.includes(name) ? '' : '?'}: ${shapeText(value, depth + 1)}`,
  )
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}${orNull}`
}
