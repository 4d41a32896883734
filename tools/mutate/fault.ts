import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A deliberate fault: `from` stands exactly once in `file` and is replaced by `to`; at least one of the tests must then fail. */
export type Fault = { name: string; file: string; from: string; to: string; tests: string[] }

/** The file's source with the fault in it. A fault that no longer fits its file would pass for noticed, so it throws. */
export function withFault(root: string, { name, file, from, to }: Fault): string {
  const source = readFileSync(join(root, file), 'utf8')
  const parts = source.split(from)
  if (parts.length !== 2) throw new Error(`${name}: the text to replace occurs ${parts.length - 1} times in ${file}`)
  return parts.join(to)
}
