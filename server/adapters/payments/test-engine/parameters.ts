import { invalid } from './refusal.ts'

/** A form as it came, by its flat names (`items[0][price]`); names that a call does not know are refused, as the provider does. */
export type Parameters = {
  get: (name: string) => string | null
  /** Every value of a list: `expand[0]`, `expand[1]`, … or `expand[]`. */
  list: (name: string) => string[]
  /** The entries under a name: `metadata[userId]` as `userId`. */
  entries: (name: string) => Record<string, string>
  has: (name: string) => boolean
}

/** `known` writes a place in a list as `[]` and a free name as `[*]`. */
export function readParameters(form: URLSearchParams, known: string[]): Parameters {
  for (const name of form.keys())
    if (!known.some((pattern) => pattern === shapeOf(name) || isFree(pattern, name)))
      throw invalid(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name })
  return {
    get: (name) => form.get(name) || null,
    has: (name) => form.has(name),
    list: (name) => [...form].filter(([key]) => shapeOf(key) === `${name}[]`).map(([, value]) => value),
    entries: (name) =>
      Object.fromEntries(
        [...form]
          .filter(([key]) => isFree(`${name}[*]`, key))
          .map(([key, value]) => [key.slice(name.length + 1, -1), value]),
      ),
  }
}

const shapeOf = (name: string) => name.replaceAll(/\[\d+\]/g, '[]')

const isFree = (pattern: string, name: string) =>
  pattern.endsWith('[*]') && name.startsWith(pattern.slice(0, -2)) && /^[^[\]]*\[[\w.-]+\]$/.test(name)
