import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { createHmac } from 'node:crypto'
import type { Writable } from 'node:stream'
import { AppError } from '#domain/errors.ts'
import { HOUR_MS } from '#domain/time.ts'
import { isSameSecret } from '../platform/http/session.ts'

/** An email as the mail service delivers it. */
export type Delivery = { recipient: string; raw: Buffer; timestamp: string; token: string; signature: string }

/** Larger emails are truncated: the text is at the beginning, and attachments aren't kept anyway. */
export const MAX_EMAIL_BYTES = 10 * 1024 * 1024
/** Leaves room for the other fields and for percent-encoding. */
const MAX_ENCODED_BYTES = 3 * MAX_EMAIL_BYTES
/** More than any mail service accepts. The body is streamed rather than held in memory. */
export const MAX_MULTIPART_BYTES = 64 * 1024 * 1024
const MAX_FIELDS = 60

const EMAIL = 'body-mime'
const FIELDS = ['recipient', 'timestamp', 'token', 'signature', EMAIL]

/** Keeps the raw bytes: decoding an email in another charset as UTF-8 would break its signature. */
export async function readDelivery(request: Request): Promise<Delivery> {
  const type = request.headers.get('content-type') ?? ''
  const fields = /^multipart\/form-data\s*;/i.test(type)
    ? await multipartFields(boundedChunks(request, MAX_MULTIPART_BYTES), type)
    : encodedFields(await Array.fromAsync(boundedChunks(request, MAX_ENCODED_BYTES)))
  const { recipient = '', timestamp = '', token = '', signature = '', [EMAIL]: raw = '' } = fields
  return { recipient, timestamp, token, signature, raw: Buffer.from(raw.slice(0, MAX_EMAIL_BYTES), 'latin1') }
}

async function* boundedChunks(request: Request, most: number): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('content-length')) > most) throw tooLarge()
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > most) throw tooLarge()
    yield chunk
  }
}

function encodedFields(chunks: Uint8Array[]): Record<string, string> {
  const pairs = Buffer.concat(chunks).toString('latin1').split('&', MAX_FIELDS)
  const known = pairs.map((pair) => pair.split('=', 2)).filter(([name = '']) => FIELDS.includes(name))
  return Object.fromEntries(known.map(([name = '', value = '']) => [name, unescaped(value)]))
}

const unescaped = (text: string) =>
  text
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

async function multipartFields(body: AsyncIterable<Uint8Array>, type: string): Promise<Record<string, string>> {
  const fields: Record<string, string> = {}
  const limits = {
    fields: MAX_FIELDS,
    files: 10,
    parts: MAX_FIELDS,
    fieldSize: MAX_EMAIL_BYTES,
    fileSize: MAX_EMAIL_BYTES,
  }
  try {
    const form = new Busboy({ headers: { 'content-type': type }, limits, defCharset: 'latin1' })
    const read = new Promise<void>((resolve, reject) => void form.on('error', reject).on('finish', resolve))
    form.on('field', (name: string, value: string) => {
      if (FIELDS.includes(name)) fields[name] = value
    })
    form.on('file', (name: string, stream: BusboyFileStream) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void (name === EMAIL && chunks.push(chunk)))
      stream.on('end', () => {
        if (name === EMAIL) fields[EMAIL] = Buffer.concat(chunks).toString('latin1')
      })
    })
    await Promise.all([read, writeAll(form, body)])
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('bad-request', 'The delivery could not be read', { cause: error })
  }
  return fields
}

async function writeAll(form: Writable, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of chunks) form.write(Buffer.from(chunk))
  form.end()
}

const tooLarge = () => new AppError('too-large', 'The email is too large')

/** The mail service retries a delivery for eight hours. */
export const SIGNATURE_MS = 9 * HOUR_MS
const AHEAD_MS = 5 * 60_000

/** HMAC-SHA256 of timestamp and token. It proves who delivered, not what, so each token is good for one email. */
export function isSigned({ timestamp, token, signature }: Delivery, secret: string, now: Date): boolean {
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
