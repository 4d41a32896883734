import type { UpdateAttachment } from '#domain/updates/update.ts'
import { registeredDomain } from '../../news/site/site.ts'
import { quotedIn } from './forwarded.ts'
import { readMail, type Mail, type Sender } from './read-mail.ts'
import type { ResolveTxt } from '../../platform/fetch/txt-records.ts'
import { signersOf } from './signatures.ts'

/** One email in a received message: the message itself, or an email that it forwards. */
export type Level = {
  sender: Sender | null
  subject: string
  sentAt: Date | null
  text: string
  /** Has a valid signature for the sender's domain. */
  isSigned: boolean
  /** Quoted in the text of the email above it, so it could say anything. */
  isQuoted: boolean
}

export type Thread = { messageId: string | null; levels: Level[]; attachments: UpdateAttachment[] }

const MAX_LEVELS = 6

/** Levels are ordered from the outermost in. Null if the email can't be read. */
export async function readThread(bytes: Uint8Array, resolveTxt: ResolveTxt, now: Date): Promise<Thread | null> {
  const mail = await readMail(bytes)
  if (!mail) return null
  const levels: Level[] = []
  const attachments: UpdateAttachment[] = []
  let next: { mail: Mail; bytes: Uint8Array } | null = { mail, bytes }
  while (next && levels.length < MAX_LEVELS) {
    const { sender, isAsSent } = next.mail
    const isSigned = sender !== null && isAsSent && (await isSignedFor(sender, next.bytes, resolveTxt, now))
    levels.push(...withQuotes({ ...next.mail, isSigned, isQuoted: false }, MAX_LEVELS - levels.length))
    attachments.push(...next.mail.attachments)
    const inner: Uint8Array | undefined = next.mail.enclosed[0]
    const innerMail: Mail | null = inner ? await readMail(inner) : null
    next = inner && innerMail ? { mail: innerMail, bytes: inner } : null
  }
  return { messageId: mail.messageId, levels, attachments }
}

async function isSignedFor(sender: Sender, bytes: Uint8Array, resolveTxt: ResolveTxt, now: Date): Promise<boolean> {
  const { dkim, sealed } = await signersOf(bytes, resolveTxt, now)
  const domain = domainOf(sender)
  return domain !== null && [...dkim, ...sealed].some((signer) => registeredDomain(signer) === domain)
}

/** The registered domain of an address. */
export const domainOf = ({ address }: Sender): string | null => registeredDomain(address.split('@').at(-1) ?? '')

function withQuotes({ sender, subject, sentAt, text, isSigned, isQuoted }: Level, max: number): Level[] {
  const levels: Level[] = [{ sender, subject, sentAt, text, isSigned, isQuoted }]
  for (let quoted = quotedIn(text); quoted && levels.length < max; quoted = quotedIn(quoted.text))
    levels.push({ ...quoted, isSigned: false, isQuoted: true })
  return levels
}
