import { sampleWire } from '#domain/sample-wire.ts'
import { goodCheck } from '../../gather/ingest/failed-check.ts'
import type { Check, FoundItem, Memory } from '../../gather/item.ts'

/** The invented wire: what it has published until now, counted from our first look. It asks nobody. */
export async function checkSample(memory: Memory, { now }: { now: Date }): Promise<Check> {
  const noted = memory.notes?.began
  const began = typeof noted === 'string' && !Number.isNaN(Date.parse(noted)) ? new Date(noted) : now
  const until = typeof memory.notes?.told === 'number' ? memory.notes.told : Number.NEGATIVE_INFINITY
  const items = sampleWire(began)
    .filter(({ publishedAt }) => publishedAt <= now && publishedAt.getTime() > until)
    .map((item): FoundItem => ({ ...item, precision: 'second', language: 'en', kind: 'press', facts: {} }))
  return goodCheck(items, { ...memory, notes: { began: began.toISOString(), told: now.getTime() } })
}
