import { createHmac, timingSafeEqual } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const DIGITS = 6
const STEP_SECONDS = 30

export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((digit) => ALPHABET.indexOf(digit).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** RFC 6238 with the values that every authenticator app assumes: SHA-1, six digits, 30 seconds. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7f_ff_ff_ff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The time step that a code belongs to: the current one, or one on either side. */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const current = Math.floor(now.getTime() / 1000 / STEP_SECONDS)
  const isCode = (step: number) => timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code))
  return [current, current - 1, current + 1].find(isCode) ?? null
}

export function totpUri({ secret, issuer, label }: { secret: string; issuer: string; label: string }): string {
  const [by, name] = [issuer, label].map(encodeURIComponent)
  return `otpauth://totp/${by}:${name}?issuer=${by}&secret=${secret}&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`
}
