export type JsonRecord = Record<string, unknown>

/** What a JSON text says; undefined for one that is none. */
export function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The records among what should be a list of them. */
export const recordsIn = (value: unknown, most: number): JsonRecord[] =>
  Array.isArray(value) ? value.slice(0, most).filter(isRecord) : []

/** The texts among what should be a list of them. */
export const textsIn = (value: unknown, most: number): string[] =>
  Array.isArray(value) ? value.slice(0, most).filter((each): each is string => typeof each === 'string') : []
