import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { createHmac } from 'node:crypto'
import type { Writable } from 'node:stream'
import { AppError } from '#domain/errors.ts'
import { HOUR_MS } from '#domain/time.ts'
import { isSameSecret } from '../platform/http/session.ts'
import { decoded, splitForm } from './encoded-form.ts'

export type Signature = Pick<Delivery, 'timestamp' | 'token' | 'signature'>

/** An email as the mail service delivers it, unchecked. */
export type Delivery = {
  recipient: string
  timestamp: string
  token: string
  signature: string
  /** Decodes it, so only call it once the signature is known to be valid. */
  email: () => Buffer
}

/** Larger emails are truncated: the text is at the beginning, and attachments aren't kept anyway. */
export const MAX_EMAIL_BYTES = 10 * 1024 * 1024
const MAX_FIELD_BYTES = 4096
const MAX_FIELDS = 60

const EMAIL = 'body-mime'
const FIELDS = ['recipient', 'timestamp', 'token', 'signature'] as const
type Field = (typeof FIELDS)[number]
const MOST = Object.fromEntries(FIELDS.map((name) => [name, MAX_FIELD_BYTES])) as Record<Field, number>

/** Keeps the raw bytes: decoding an email in another charset as UTF-8 would break its signature. */
export async function readDelivery({ headers, body }: Request): Promise<Delivery> {
  const type = headers.get('content-type') ?? ''
  return /^multipart\/form-data\s*;/i.test(type) ? fromParts(body ?? [], type) : fromPairs(body ?? [])
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

async function fromPairs(body: Chunks): Promise<Delivery> {
  // Percent-encoding triples a byte at most.
  const pairs = await splitForm(body, { ...MOST, [EMAIL]: 3 * MAX_EMAIL_BYTES })
  const text = (name: Field) => decoded(pairs.get(name) ?? [], MAX_FIELD_BYTES).toString('latin1')
  return delivered(text, () => decoded(pairs.get(EMAIL) ?? [], MAX_EMAIL_BYTES))
}

async function fromParts(body: Chunks, type: string): Promise<Delivery> {
  const fields = new Map<string, string>()
  const chunks: Buffer[] = []
  const limits = {
    fields: MAX_FIELDS,
    files: 10,
    parts: MAX_FIELDS,
    fieldSize: MAX_FIELD_BYTES,
    fileSize: MAX_EMAIL_BYTES,
  }
  // As a file, the email arrives as bytes rather than as one large string.
  const isPartAFile = (name?: string, _type?: string, fileName?: string) => name === EMAIL || fileName !== undefined
  try {
    const form = new Busboy({ headers: { 'content-type': type }, limits, defCharset: 'latin1', isPartAFile })
    const read = new Promise<void>((resolve, reject) => void form.on('error', reject).on('finish', resolve))
    form.on('field', (name: string, value: string) => void fields.set(name, value))
    form.on('file', (name: string, stream: BusboyFileStream) => {
      stream.on('data', (chunk: Buffer) => void (name === EMAIL && chunks.push(chunk)))
    })
    await Promise.all([read, writeAll(form, body)])
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad-request', 'The delivery could not be read', { cause: error })
  }
  return delivered(
    (name) => fields.get(name) ?? '',
    () => Buffer.concat(chunks).subarray(0, MAX_EMAIL_BYTES),
  )
}

const delivered = (text: (name: Field) => string, email: () => Buffer): Delivery => ({
  recipient: text('recipient'),
  timestamp: text('timestamp'),
  token: text('token'),
  signature: text('signature'),
  email,
})

async function writeAll(form: Writable, chunks: Chunks): Promise<void> {
  for await (const chunk of chunks)
    await new Promise<void>((resolve) => form.write(Buffer.from(chunk), () => resolve()))
  form.end()
}

/** The mail service retries a delivery for eight hours. */
export const SIGNATURE_MS = 9 * HOUR_MS
const AHEAD_MS = 5 * 60_000

/** HMAC-SHA256 of timestamp and token. It proves who delivered, not what, so each token is good for one email. */
export function isSigned({ timestamp, token, signature }: Signature, secret: string, now: Date): boolean {
  if (!/^\d{9,11}$/.test(timestamp) || !/^[\w-]{16,128}$/.test(token)) return false
  const age = now.getTime() - Number(timestamp) * 1000
  if (age > SIGNATURE_MS || age < -AHEAD_MS) return false
  return isSameSecret(
    createHmac('sha256', secret)
      .update(timestamp + token)
      .digest('hex'),
    signature,
  )
}
