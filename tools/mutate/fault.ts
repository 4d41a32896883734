import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `from` must occur exactly once in `file`; with `to` in its place, at least one of the tests must fail. */
export type Fault = { name: string; file: string; from: string; to: string; tests: string[] }

/** Throws when a fault no longer applies, because it would otherwise count as caught. */
export function withFault(root: string, { name, file, from, to }: Fault): string {
  const source = readFileSync(join(root, file), 'utf8')
  const parts = source.split(from)
  if (parts.length !== 2) throw new Error(`${name}: the text to replace occurs ${parts.length - 1} times in ${file}`)
  return parts.join(to)
}
