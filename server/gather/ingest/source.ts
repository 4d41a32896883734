import type { SourceName } from '#domain/source-register.ts'
import type { Fetch } from '../../ports.ts'
import type { Check, Memory, SubjectView } from '../item.ts'

/** What a look needs beside its memory. */
export type Asking = {
  fetch: Fetch
  now: Date
  /** Somebody pressed Refresh and waits. */
  isAsked?: boolean
}

/** Asked about one company at a time. */
export type SubjectSource = {
  name: SourceName
  label: string
  scope: 'subject'
  check: (subject: SubjectView, memory: Memory, asking: Asking) => Promise<Check>
}

/** Asked once for all; what it brings is matched with every company afterwards. */
export type EverybodySource = {
  name: SourceName
  label: string
  scope: 'everybody'
  /** `isTracked` tells whether anybody tracks a company of this name: only those are looked at closely. */
  check: (memory: Memory, asking: Asking & { isTracked: (name: string) => boolean }) => Promise<Check>
}

export type Source = SubjectSource | EverybodySource
