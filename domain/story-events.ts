import type { Happening } from './happenings.ts'

/** What a timeline can be narrowed to. */
export const EVENT_TYPES = ['funding', 'filing', 'hiring', 'release', 'leadership', 'press'] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** Sources that report one kind of thing say themselves what happened. */
const BY_KIND: Partial<Record<string, EventType>> = { filing: 'filing', jobs: 'hiring', release: 'release' }

/** Kinds of articles that show that a company lives, and are no news about it. */
export const SIGN_KINDS = Object.keys(BY_KIND)

const BY_HAPPENING: Partial<Record<Happening, EventType>> = {
  raise: 'funding',
  departure: 'leadership',
  arrival: 'leadership',
  layoffs: 'hiring',
  launch: 'release',
}

/** What kind of event an article tells of; what nobody has judged yet is press. */
export const eventType = (kind: string, happening: Happening | null): EventType =>
  BY_KIND[kind] ?? (happening === null ? undefined : BY_HAPPENING[happening]) ?? 'press'

/** The same for a story: where somebody wrote about it, their words say more than the record they wrote about. */
export const storyEventType = (kinds: string[], happening: Happening): EventType =>
  eventType(kinds.find((kind) => BY_KIND[kind] === undefined) ?? kinds[0] ?? '', happening)

export const isEventType = (value: unknown): value is EventType =>
  (EVENT_TYPES as readonly unknown[]).includes(value)
