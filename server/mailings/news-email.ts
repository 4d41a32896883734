import type { AlertContent, DigestContent, MailingContent } from '#domain/mailings/content.ts'
import {
  alertEnvelope,
  alertReason,
  digestEnvelope,
  digestSummary,
  digestTitle,
  earlierHeading,
  failingText,
  moreLinesText,
  quietText,
} from '#domain/mailings/envelope.ts'
import { scheduleText, type Schedule } from '#domain/mailings/schedule.ts'
import { COLOR_META, COLOR_STYLE } from '../platform/email/email-colors.ts'
import { escapeHtml, LIGHT } from '../platform/http/plain-page.ts'
import type { Email } from '../platform/email/transport.ts'
import {
  alertEvent,
  digestEvent,
  element,
  lineHtml,
  linkTo,
  needsHtml,
  SANS,
  SERIF,
  small,
  type Site,
} from './event-html.ts'
import { alertText, digestText } from './news-text.ts'

type Reader = {
  id: string
  to: string
  schedule: Schedule
  siteUrl: string
  unsubscribe: string
  supportEmail: string
  postalAddress: string
}

const MAX_SUBJECT = 140

export function writeNewsEmail(content: MailingContent, reader: Reader): Email {
  const { id, to, siteUrl, supportEmail, unsubscribe, schedule } = reader
  const site = { siteUrl, timeZone: schedule.timeZone }
  const { subject, preheader, html, text, ...ending } =
    content.kind === 'digest' ? shownDigest(content, site, schedule) : shownAlert(content, site)
  const title = subject.length > MAX_SUBJECT ? `${subject.slice(0, MAX_SUBJECT - 1).trimEnd()}…` : subject
  return {
    id: `${id}@${new URL(siteUrl).hostname}`,
    kind: content.kind,
    to,
    subject: title,
    text: `${[...text, ...endingText(ending, reader)].join('\n\n')}\n`,
    html: page({ title, preheader, content: `${html}\n${endingHtml(ending, reader)}` }),
    replyTo: supportEmail,
    unsubscribe,
  }
}

type Ending = { why: string; help: string; off: string; button: { label: string; href: string } }
type Shown = Ending & { subject: string; preheader: string; html: string; text: string[] }

function shownDigest(content: DigestContent, site: Site, schedule: Schedule): Shown {
  return {
    ...digestEnvelope(content),
    html: digestHtml(content, site),
    text: digestText(content, site),
    why: `${scheduleText(schedule)}.`,
    help: ' Questions? Reply to this email.',
    off: 'Unsubscribe',
    button: { label: 'Open Tidings', href: `${site.siteUrl}/dashboard` },
  }
}

function shownAlert(content: AlertContent, site: Site): Shown {
  const { events } = content
  const [first] = events
  return {
    ...alertEnvelope(content, site.timeZone),
    html: events.map((event, at) => alertEvent(event, site, at)).join('\n'),
    text: alertText(content, site),
    why: alertReason(events),
    help: '',
    off: 'Turn off alerts',
    button:
      first && events.every(({ companyId }) => companyId === first.companyId)
        ? { label: `Open ${first.companyName}`, href: `${site.siteUrl}/companies/${first.companyId}` }
        : { label: 'Open Tidings', href: `${site.siteUrl}/dashboard` },
  }
}

function digestHtml(content: DigestContent, site: Site): string {
  const { events, earlier, lines, goneQuiet, needs } = content
  const show = linkTo(`${site.siteUrl}/dashboard`, 'Show')
  const [more, quiet, failing] = [moreLinesText(content), quietText(content), failingText(content)]
  const also = [
    ...[...lines, ...goneQuiet].map((line) => lineHtml(line, site)),
    ...(more ? [small(`${more} ${show}`, 4)] : []),
  ]
  const notes = [
    ...(quiet ? [`${quiet} ${show}`] : []),
    ...(failing ? [escapeHtml(failing)] : []),
    ...(needs.length > 0 ? [needsHtml(needs, site)] : []),
  ]
  const title = `margin:4px 0 2px;font:600 26px/1.25 ${SERIF};letter-spacing:-.011em`
  return [
    small('Tidings'),
    element('h1', 'ink', title, digestTitle(content)),
    element('p', 'muted', `margin:0;font:16px/1.55 ${SANS}`, escapeHtml(digestSummary(content))),
    ...events.map((event) => digestEvent(event, site)),
    ...block(
      earlierHeading(content),
      earlier.map((event, at) => digestEvent(event, site, at)),
    ),
    ...block('Also', also),
    ...(notes.length > 0 ? [notesHtml(notes)] : []),
  ].join('\n')
}

function block(heading: string, rows: string[]): string[] {
  if (rows.length === 0) return []
  const title = `margin:0 0 6px;font:600 19px/1.15 ${SERIF};letter-spacing:-.011em`
  return [
    `<div class="strong" style='${PART};border-top:1px solid ${LIGHT['line-strong']}'>`,
    element('h2', 'ink', title, heading),
    ...rows,
    '</div>',
  ]
}

const PART = 'margin:20px 0 0;padding:14px 0 0'

const notesHtml = (notes: string[]): string =>
  `<div class="line" style='${PART};border-top:1px solid ${LIGHT.line}'>
${notes.map((note, at) => element('p', 'muted', `margin:${at === 0 ? 0 : 6}px 0 0;font:${FINE}`, note)).join('\n')}
</div>`

const FINE = `13px/1.6 ${SANS}`

const settingsUrl = ({ siteUrl }: Reader) => `${siteUrl}/profile/email`

function endingText({ why, off, button }: Ending, reader: Reader): string[] {
  const { unsubscribe, supportEmail, postalAddress } = reader
  return [
    `${button.label}:\n${button.href}`,
    '--',
    `${why} Change this: ${settingsUrl(reader)}`,
    `${off}:\n${unsubscribe}`,
    `Questions? Reply to this email or write to ${supportEmail}.`,
    ...(postalAddress ? [postalAddress] : []),
  ]
}

function endingHtml({ why, help, off, button }: Ending, reader: Reader): string {
  const { unsubscribe, postalAddress } = reader
  const links = `${linkTo(settingsUrl(reader), 'Change')} or ${linkTo(unsubscribe, off.toLowerCase())}`
  const address = postalAddress ? `<br>${escapeHtml(postalAddress)}` : ''
  return `<p style='margin:24px 0 20px'><a class="button" href="${escapeHtml(button.href)}" style='${BUTTON}'>${escapeHtml(button.label)}</a></p>
${element('p', 'muted', `margin:0;font:${FINE}`, `${escapeHtml(why)} ${links} in one click.${help}${address}`)}`
}

const BUTTON = `display:inline-block;padding:12px 15px;border-radius:6px;background:${LIGHT.accent};color:${LIGHT['on-accent']};font:500 16px/1.35 ${SANS}`

const STYLE = `body{margin:0;-webkit-text-size-adjust:100%}a{text-decoration:none}h1,h2{text-wrap:pretty}
@media (max-width:480px){.page{padding:0!important}.sheet{padding:24px 18px!important}}
${COLOR_STYLE}`

const SHEET = `max-width:528px;margin:0 auto;padding:32px 28px;background:${LIGHT.surface};overflow-wrap:anywhere`

const page = ({ title, preheader, content }: { title: string; preheader: string; content: string }) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${COLOR_META}
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body style='margin:0;background:${LIGHT.sunk}'>
<div class="preheader" style='display:none;max-height:0;overflow:hidden'>${escapeHtml(preheader)}</div>
<div class="page" style='padding:24px 0;background:${LIGHT.sunk}'>
<div class="sheet" style='${SHEET}'>
${content}
</div>
</div>
</body>
</html>
`
