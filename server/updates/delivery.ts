import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { createHmac } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import { isSameSecret } from '../platform/http/session.ts'

/** An email as the mail service delivers it. */
export type Delivery = { recipient: string; raw: Buffer; timestamp: string; token: string; signature: string }

export const MAX_EMAIL_BYTES = 10 * 1024 * 1024
/** Room for other fields and for escapes. */
const MAX_BODY_BYTES = 3 * MAX_EMAIL_BYTES
const MAX_FIELDS = 60

const EMAIL = 'body-mime'
const FIELDS = ['recipient', 'timestamp', 'token', 'signature', EMAIL]

/** Bytes stay as they are: as text in UTF-8, an email in another charset would lose its signature. */
export async function readDelivery(request: Request): Promise<Delivery> {
  const body = await boundedBody(request)
  const type = request.headers.get('content-type') ?? ''
  const fields = /^multipart\/form-data\s*;/i.test(type) ? await multipartFields(body, type) : encodedFields(body)
  const { recipient = '', timestamp = '', token = '', signature = '', [EMAIL]: raw = '' } = fields
  if (raw.length > MAX_EMAIL_BYTES) throw tooLarge()
  return { recipient, timestamp, token, signature, raw: Buffer.from(raw, 'latin1') }
}

async function boundedBody(request: Request): Promise<Buffer> {
  if (Number(request.headers.get('content-length')) > MAX_BODY_BYTES) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_BODY_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function encodedFields(body: Buffer): Record<string, string> {
  const pairs = body.toString('latin1').split('&', MAX_FIELDS)
  const known = pairs.map((pair) => pair.split('=', 2)).filter(([name = '']) => FIELDS.includes(name))
  return Object.fromEntries(known.map(([name = '', value = '']) => [name, unescaped(value)]))
}

const unescaped = (text: string) =>
  text
    .replaceAll('+', ' ')
    .replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

async function multipartFields(body: Buffer, type: string): Promise<Record<string, string>> {
  const fields: Record<string, string> = {}
  const limits = {
    fields: MAX_FIELDS,
    files: 10,
    parts: MAX_FIELDS,
    fieldSize: MAX_EMAIL_BYTES + 1,
    fileSize: MAX_EMAIL_BYTES + 1,
  }
  await new Promise<void>((resolve, reject) => {
    const form = new Busboy({ headers: { 'content-type': type }, limits, defCharset: 'latin1' })
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
    form.on('error', reject)
    form.on('finish', () => resolve())
    form.end(body)
  }).catch((error: unknown) => {
    throw new AppError('bad-request', 'The delivery could not be read', { cause: error })
  })
  return fields
}

const tooLarge = () => new AppError('too-large', 'The email is too large')

/** The mail service repeats a delivery for eight hours. */
export const SIGNATURE_MS = 9 * 3_600_000
const AHEAD_MS = 5 * 60_000

/** HMAC-SHA256 of time and token: it proves who delivers, not what, so each token is used for one email. */
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
