import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'

type Part = { type: string; name?: string; content: string | Uint8Array; isInline?: boolean }

export type Draft = {
  from: string
  to?: string
  subject: string
  date?: string
  text?: string
  html?: string
  attachments?: Part[]
  headers?: string[]
  messageId?: string
  /** Domains that sign it. */
  signedBy?: string[]
}

/** The owner's own address, and the inbound address of their account, which all messages are sent to. */
export const OWNER = 'ada.angel@gmail.com'
export const INBOX = 'ada-k7m2q9x4@in.tidings.example'

const SELECTOR = 's1'
const keys = new Map<string, { privateKey: KeyObject; publicKey: KeyObject }>()

function keysOf(domain: string) {
  const known = keys.get(domain)
  if (known) return known
  const made = generateKeyPairSync('rsa', { modulusLength: 1024 })
  keys.set(domain, made)
  return made
}

const published = (key: KeyObject) =>
  `v=DKIM1; k=rsa; p=${key.export({ type: 'spki', format: 'der' }).toString('base64')}`

/** The TXT records of every domain that has signed something. */
export const resolveTxt = async (name: string): Promise<string[]> => {
  const [, selector, domain = ''] = /^([^.]+)\._domainkey\.(.+)$/.exec(name) ?? []
  const found = selector === SELECTOR ? keys.get(domain) : undefined
  return found ? [published(found.publicKey)] : []
}

export const signingKey = (domain: string) => ({
  signingDomain: domain,
  selector: SELECTOR,
  privateKey: keysOf(domain).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
})

export async function build(draft: Draft): Promise<Buffer> {
  const unsigned = compose(draft)
  return draft.signedBy ? sign(unsigned, draft.signedBy) : Buffer.from(unsigned)
}

export async function sign(message: string | Buffer, domains: string[]): Promise<Buffer> {
  const { signatures } = await dkimSign(message, {
    ...signingKey(domains[0] ?? ''),
    signatureData: domains.map(signingKey),
  })
  return Buffer.concat([Buffer.from(signatures), Buffer.from(message)])
}

let sequence = 0

function compose(draft: Draft): string {
  const { from, to = INBOX, subject, date = 'Mon, 02 Feb 2026 09:14:00 -0800', headers = [] } = draft
  sequence += 1
  const id = draft.messageId ?? `<made-${sequence}@mail.example>`
  const head = [...headers, `From: ${from}`, `To: ${to}`, `Subject: ${encoded(subject)}`, `Date: ${date}`]
  return [...head, `Message-ID: ${id}`, 'MIME-Version: 1.0', bodyOf(draft)].join('\r\n')
}

/** Text outside ASCII becomes encoded words. */
const encoded = (text: string) =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`

function bodyOf({ text, html, attachments = [] }: Draft): string {
  const texts = [...(text === undefined ? [] : [part('text/plain', text)]), ...(html ? [part('text/html', html)] : [])]
  const body = texts.length === 1 ? (texts[0] ?? '') : multipart('alternative', texts)
  if (attachments.length === 0) return body
  return multipart('mixed', [body, ...attachments.map(attached)])
}

const part = (type: string, content: string) =>
  `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${wrapped(content)}\r\n`

const wrapped = (content: string | Uint8Array) =>
  (
    Buffer.from(content)
      .toString('base64')
      .match(/.{1,76}/g) ?? []
  ).join('\r\n')

function attached({ type, name, content, isInline }: Part): string {
  const disposition = isInline ? 'inline' : 'attachment'
  const named = name ? `; filename="${name}"` : ''
  // A nested message must not be encoded.
  const body =
    type === 'message/rfc822'
      ? `\r\n${Buffer.from(content).toString('latin1')}`
      : `Content-Transfer-Encoding: base64\r\n\r\n${wrapped(content)}`
  return `Content-Type: ${type}\r\nContent-Disposition: ${disposition}${named}\r\n${body}\r\n`
}

let boundaries = 0

export function multipart(kind: string, parts: string[]): string {
  boundaries += 1
  const boundary = `=_part_${boundaries}`
  const inside = parts.map((each) => `--${boundary}\r\n${each}`).join('\r\n')
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${inside}\r\n--${boundary}--\r\n`
}
