import { escapeHtml, LIGHT } from '../http/plain-page.ts'
import { COLOR_META, COLOR_STYLE } from './email-colors.ts'
import type { Email, MessageId } from './transport.ts'

export type Paragraph = string | { button: string; href: string } | { code: string }

type Content = {
  id: MessageId
  kind: string
  to: string
  subject: string
  paragraphs: Paragraph[]
  footer: string
  supportEmail: string
  unsubscribe?: string
  /** The sender's postal address, which emails with an unsubscribe link must show. */
  postalAddress?: string
}

const UNSUBSCRIBE_LABEL = 'Unsubscribe from reminders'

export function composeEmail(content: Content): Email {
  const { id, kind, to, subject, paragraphs, footer, supportEmail, unsubscribe, postalAddress } = content
  const ending = [
    questions(supportEmail),
    ...(unsubscribe ? [`${UNSUBSCRIBE_LABEL}:\n${unsubscribe}`] : []),
    ...(postalAddress ? [postalAddress] : []),
  ]
  return {
    id,
    kind,
    to,
    subject,
    text: `${[...paragraphs.map(asText), '--', footer, ...ending].join('\n\n')}\n`,
    html: page(content),
    replyTo: supportEmail,
    ...(unsubscribe ? { unsubscribe } : {}),
  }
}

const questions = (supportEmail: string) => `Questions? Reply to this email or write to ${supportEmail}.`

/** "March 15, 2026" */
export const longDate = (date: Date) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(date)

/** "March 15, 2026, at 12:00 UTC": the reader's time zone is unknown. */
export const longMoment = (date: Date) => `${longDate(date)}, at ${date.toISOString().slice(11, 16)} UTC`

const asText = (paragraph: Paragraph): string => {
  if (typeof paragraph === 'string') return paragraph
  return 'code' in paragraph ? `    ${paragraph.code}` : `${paragraph.button}:\n${paragraph.href}`
}

const asHtml = (paragraph: Paragraph): string => {
  if (typeof paragraph === 'string') return `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`
  if ('code' in paragraph) {
    return `<p style="margin:0 0 16px;font:600 28px/1.3 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escapeHtml(paragraph.code)}</p>`
  }
  const href = escapeHtml(paragraph.href)
  return `<p style="margin:24px 0"><a class="button" href="${href}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:${LIGHT.accent};color:${LIGHT['on-accent']};text-decoration:none;font-weight:600">${escapeHtml(paragraph.button)}</a></p>
<p style="margin:0 0 16px;font-size:13px"><span class="muted" style="color:${LIGHT.muted}">If the button does not work, copy this link into your browser:</span><br><a class="good" href="${href}" style="color:${LIGHT.accent};word-break:break-all">${href}</a></p>`
}

const page = ({ subject, paragraphs, footer, supportEmail, unsubscribe, postalAddress }: Content) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${COLOR_META}<title>${escapeHtml(subject)}</title><style>${COLOR_STYLE}</style></head>
<body class="text" style="margin:0;padding:32px 16px;background:${LIGHT.sunk};color:${LIGHT.ink};font:16px/1.55 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:520px;margin:0 auto">
<p class="good" style="margin:0 0 12px;font:600 20px/1.2 Georgia,'Times New Roman',serif;color:${LIGHT.accent}">Tidings</p>
<div class="sheet" style="background:${LIGHT.surface};border:1px solid ${LIGHT.line};border-radius:12px;padding:28px 28px 12px">
<h1 style="margin:0 0 16px;font:600 22px/1.3 Georgia,'Times New Roman',serif">${escapeHtml(subject)}</h1>
${paragraphs.map(asHtml).join('\n')}
</div>
<p class="muted" style="margin:16px 4px;font-size:13px;color:${LIGHT.muted}">${escapeHtml(footer)} ${escapeHtml(questions(supportEmail))}${unsubscribe ? ` <a href="${escapeHtml(unsubscribe)}" style="color:${LIGHT.muted}">${UNSUBSCRIBE_LABEL}</a>` : ''}${postalAddress ? `<br>${escapeHtml(postalAddress)}` : ''}</p>
</div>
</body>
</html>
`

/** Jobs enqueued before `at` existed don't have it. */
export const isTooLate = (at: string | undefined, maxDelayMs: number, now: Date): boolean =>
  at !== undefined && now.getTime() - Date.parse(at) > maxDelayMs
