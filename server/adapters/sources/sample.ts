import { nameKey } from '#domain/company-key.ts'
import { sampleWire, type WireItem } from '#domain/sample-wire.ts'
import { sourceLabel } from '#domain/source-register.ts'
import { goodCheck } from '../../gather/ingest/failed-check.ts'
import type { SubjectSource } from '../../gather/ingest/source.ts'
import type { Check, FoundItem, Memory } from '../../gather/item.ts'

const MINUTE_MS = 60_000

/** The sample wire as a source for everybody, where SOURCES names it. It asks nobody. */
export const checkSample = async (memory: Memory, { now }: { now: Date }): Promise<Check> => {
  const began = dateIn(memory, 'began') ?? now
  return newOn(sampleWire(began, new Date(began.getTime() + 3 * MINUTE_MS)), { began }, memory, now)
}

/**
 * The sample wire as a sample company reads it, whatever SOURCES names: like a search for its name, whose answers are
 * matched like any other search's. The first refresh that somebody asks for finds something new.
 */
export const SAMPLE_COMPANY_WIRE: SubjectSource = {
  name: 'sample',
  label: sourceLabel('sample'),
  scope: 'subject',
  check: async ({ name }, memory, { now, isAsked }) => {
    const noted = dateIn(memory, 'began')
    const refreshed = dateIn(memory, 'refreshed') ?? (noted && isAsked ? now : null)
    const began = noted ?? now
    const items = sampleWire(began, refreshed).filter(({ title, text }) =>
      ` ${nameKey(`${title} ${text}`)} `.includes(` ${nameKey(name)} `),
    )
    return newOn(items, { began, ...(refreshed ? { refreshed } : {}) }, memory, now)
  },
}

function newOn(wire: WireItem[], dates: Record<string, Date>, memory: Memory, now: Date): Check {
  const until = typeof memory.notes?.told === 'number' ? memory.notes.told : Number.NEGATIVE_INFINITY
  const isNow = dates.refreshed?.getTime() === now.getTime()
  const items = wire
    .filter(({ publishedAt }) => publishedAt <= now)
    .filter(({ publishedAt }) => publishedAt.getTime() > until || (isNow && publishedAt >= now))
    .map((item): FoundItem => ({
      ...item,
      precision: 'second',
      language: 'en',
      kind: 'press',
      facts: {},
      isWhole: true,
    }))
  const notes = Object.fromEntries(Object.entries(dates).map(([name, date]) => [name, date.toISOString()]))
  return goodCheck(items, { ...memory, notes: { ...notes, told: now.getTime() } })
}

function dateIn({ notes }: Memory, name: string): Date | null {
  const noted = notes?.[name]
  return typeof noted === 'string' && !Number.isNaN(Date.parse(noted)) ? new Date(noted) : null
}
