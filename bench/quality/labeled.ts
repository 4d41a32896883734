import { readFileSync } from 'node:fs'
import { datasetPath } from '../fixtures/datasets.ts'

export function labeled<Row>(set: string, part = 'dev'): Row[] {
  const file = datasetPath(set, `${set}/${part}.jsonl`)
  if (file === null) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Row)
}

export function partOf(key: string, parts: number): number {
  let hash = 7
  for (const char of key) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) >>> 0
  return (hash >>> 7) % parts
}
