import type { Telemetry } from './telemetry.ts'

/** The part of a pg client that is needed here; its `query` has many overloads. */
type Client = { query: (...given: never[]) => unknown }

/** Statements become spans of the request or job that runs them. Others, such as the queue's own, are not traced. */
export function traceQueries(client: Client, telemetry: Pick<Telemetry, 'begin'>): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = (...given: unknown[]) => {
    const text = textOf(given[0])
    const end = text === null ? null : telemetry.begin(statementName(text), 'client', SYSTEM)
    if (!end) return query(...given)
    const last = given.at(-1)
    if (typeof last === 'function') {
      const answered = (error: unknown, ...answer: unknown[]) => {
        end(error)
        return (last as (...all: unknown[]) => unknown)(error, ...answer)
      }
      return query(...given.slice(0, -1), answered)
    }
    const answer = query(...given)
    if (answer instanceof Promise) answer.then(() => end(), end)
    else end()
    return answer
  }
}

const SYSTEM = { 'db.system.name': 'postgresql' }

function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement
  const text = (statement as { text?: unknown } | null)?.text
  return typeof text === 'string' ? text : null
}

const OPERATION = /^(?:\s|--[^\n]*\n|\/\*[^]*?\*\/|\()*([a-z]+)/i
const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?((?:"?[a-z_][\w$]*"?\.)?"?[a-z_][\w$]*"?)/i

/** The operation and its first table. Never the whole statement, which may contain ids or text. */
export function statementName(text: string): string {
  const operation = OPERATION.exec(text)?.[1]?.toUpperCase() ?? 'STATEMENT'
  if (!['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'WITH'].includes(operation)) return operation
  // A table name inside a string literal doesn't count.
  const table = TABLE.exec(text.replaceAll(/'(?:[^']|'')*'/g, "''"))?.[1]?.replaceAll('"', '')
  return table ? `${operation} ${table}` : operation
}
