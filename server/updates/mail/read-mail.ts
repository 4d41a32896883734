import PostalMime, { type Attachment, type Email } from 'postal-mime'
import type { UpdateAttachment } from '#domain/updates/update.ts'
import { MAX_TEXT, oneLine } from '../../news/formats/html/plain-text.ts'
import { htmlMailText } from './html-text.ts'
import { mailText } from './mail-text.ts'
import { asUtf8, declaresUtf7, fromUtf7, isType, withEndedHead, withTrueEncodings } from './malformed.ts'

export type Sender = { address: string; name: string }

/** An email, without what it encloses. */
export type Mail = {
  sender: Sender | null
  messageId: string | null
  subject: string
  sentAt: Date | null
  text: string
  attachments: UpdateAttachment[]
  /** Whether its text is what a signature covers. */
  isAsSent: boolean
  /** Whole emails that it encloses. */
  enclosed: Uint8Array[]
}

const LIMITS = { maxNestingDepth: 30, maxHeadersSize: 512 * 1024, maxRfc822NestingDepth: 0 }
const MAX_PARTS = 1000
const MAX_SUBJECT = 300
const MAX_NAME = 200
const MAX_ADDRESS = 320
const MAX_ATTACHMENTS = 20
/** HTML with this much less text than the text part is mostly pictures. */
const PICTURE_SHARE = 4

/** Null for what exceeds the limits. */
export async function readMail(bytes: Uint8Array): Promise<Mail | null> {
  if (hasManyParts(bytes)) return null
  const ended = withEndedHead(bytes)
  const email = await parsed(withTrueEncodings(ended ?? bytes))
  if (!email) return null
  const decode = declaresUtf7(bytes) ? fromUtf7 : asUtf8
  const files = email.attachments.filter((file) => file.mimeType !== 'message/rfc822' && !isText(file))
  const mails = email.attachments.filter(({ mimeType }) => mimeType === 'message/rfc822')
  return {
    sender: senderOf(email),
    messageId: email.messageId?.slice(0, MAX_SUBJECT) ?? null,
    subject: oneLine(email.subject ?? '', MAX_SUBJECT),
    sentAt: dateOf(email.date ?? ''),
    text: textOf(email, decode),
    attachments: files
      .filter(({ related }) => !related)
      .slice(0, MAX_ATTACHMENTS)
      .map(described),
    isAsSent: ended === null,
    enclosed: mails.map(({ content }) => bytesOf(content)),
  }
}

/** Each part begins with a line of two hyphens. Counted first, because a parser keeps something for each. */
function hasManyParts(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let count = 0
  for (let at = text.indexOf('\n--'); at >= 0; at = text.indexOf('\n--', at + 3))
    if ((count += 1) > MAX_PARTS) return true
  return false
}

async function parsed(bytes: Uint8Array): Promise<Email | null> {
  try {
    return await PostalMime.parse(bytes, { ...LIMITS, forceRfc822Attachments: true })
  } catch {
    return null
  }
}

function senderOf({ from }: Email): Sender | null {
  const mailbox = from?.group ? from.group[0] : from
  const address = mailbox?.address?.trim().toLowerCase() ?? ''
  if (!isAddress(address)) return null
  return { address, name: oneLine(mailbox?.name ?? '', MAX_NAME) }
}

export const isAddress = (text: string): boolean =>
  text.length <= MAX_ADDRESS && /^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\]]+$/.test(text)

/** What has no type is text. */
const isText = ({ mimeType, filename, disposition }: Attachment): boolean =>
  !isType(mimeType) && !filename && disposition !== 'attachment'

/** HTML is what its author saw; the text beside it is made by a program. */
function textOf({ text = '', html = '', attachments }: Email, decode: (text: string) => string): string {
  const untyped = attachments.filter(isText)
  const said = (isHtml: boolean) =>
    untyped
      .filter(({ mimeType }) => mimeType.includes('html') === isHtml)
      .map(({ content }) => Buffer.from(bytesOf(content)).toString())
  const plain = mailText(decode([text, ...said(false)].join('\n')), MAX_TEXT)
  const rendered = htmlMailText(decode([html, ...said(true)].join('\n')), MAX_TEXT)
  return rendered.length * PICTURE_SHARE < plain.length ? plain : rendered
}

/** Null for a date in words of another language. */
export function dateOf(written: string): Date | null {
  const date = new Date(written.replace(/ at (?=\d)/, ' ').replaceAll(/\u202f/g, ' '))
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1990 ? null : date
}

const described = ({ filename, mimeType, content }: Attachment): UpdateAttachment => ({
  name: oneLine(filename ?? '', MAX_NAME) || 'Unnamed file',
  type: oneLine(mimeType, MAX_NAME),
  size: bytesOf(content).byteLength,
})

const bytesOf = (content: Attachment['content']): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)
