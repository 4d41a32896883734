import { z } from 'zod'
import { invalid } from './errors.ts'

type Metadata = Record<string, unknown>

const MAX_BYTES = 2048
/** What a sign-up adds by itself: the id, the address, whether it is confirmed. */
const ADDED_BYTES = 512

/** Metadata as it comes in a request. All of it ends up in access tokens, which travel in a header. */
export const metadata = z.record(z.string(), z.unknown()).transform((value) => {
  if (bytesOf(value) > MAX_BYTES) throw tooLarge()
  return value
})

/** Merges keys; null removes one. `added` is what the server wrote by itself, and is not counted. */
export function mergeMetadata(before: Metadata, change: Metadata, added: Metadata = {}): Metadata {
  const merged = Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(([, value]) => value !== null),
  )
  const counted = Object.entries(merged).filter(([key, value]) => added[key] !== value)
  // Data from before there was a limit may still be made smaller step by step.
  if (bytesOf(Object.fromEntries(counted)) > MAX_BYTES && bytesOf(merged) >= bytesOf(before)) throw tooLarge()
  return merged
}

/** What of the metadata goes into a token: all of it, or none where it was stored before there was a limit. */
export const tokenMetadata = (stored: Metadata): Metadata =>
  bytesOf(stored) <= MAX_BYTES + ADDED_BYTES ? stored : {}

const bytesOf = (value: Metadata) => Buffer.byteLength(JSON.stringify(value))

const tooLarge = () => invalid(`User metadata must be at most ${MAX_BYTES} bytes of JSON`)
