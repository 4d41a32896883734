import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const BESIDE_THE_CHECKOUT = fileURLToPath(new URL('../../../shared/data', import.meta.url))

export const LABELED_DATA_DIR = process.env.LABELED_DATA ?? BESIDE_THE_CHECKOUT

/** The rows of a labelled set; none, with a word about it, where the set is not here. */
export function labelled<Row>(set: string, part = 'dev'): Row[] {
  const file = join(LABELED_DATA_DIR, set, `${part}.jsonl`)
  if (!existsSync(file)) {
    console.log(`${set}: not here, nothing measured`)
    return []
  }
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Row)
}

/** A steady share of texts by their key, so that texts about the same thing stay together. */
export function partOf(key: string, parts: number): number {
  let hash = 7
  for (const letter of key) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0
  return (hash >>> 7) % parts
}
