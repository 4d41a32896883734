import {
  alertsSentText,
  alertTitle,
  dayText,
  digestSummary,
  digestTitle,
  type DigestContent,
  type MailingContent,
} from '#domain/mailings/content.ts'
import { scheduleText, type Schedule } from '#domain/mailings/schedule.ts'
import type { EmailStory } from '#domain/mailings/settings.ts'
import { COLOR_META, COLOR_STYLE } from '../platform/email/email-colors.ts'
import { escapeHtml, LIGHT } from '../platform/http/plain-page.ts'
import type { Email } from '../platform/email/transport.ts'

type Reader = {
  id: string
  to: string
  at: Date
  schedule: Schedule
  siteUrl: string
  unsubscribe: string
  supportEmail: string
  postalAddress: string
}

const MAX_TITLE = 140

export function writeNewsEmail(content: MailingContent, reader: Reader): Email {
  const { id, to, siteUrl, supportEmail, unsubscribe } = reader
  const shown = shownOf(content, reader)
  return {
    id: `${id}@${new URL(siteUrl).hostname}`,
    kind: content.kind,
    to,
    subject: shown.title,
    text: textOf(shown, reader),
    html: htmlOf(shown, reader),
    replyTo: supportEmail,
    unsubscribe,
  }
}

type Shown = { title: string; summary: string; stories: EmailStory[]; notes: string[]; why: string; off: string }

function shownOf(content: MailingContent, { schedule }: Reader): Shown {
  if (content.kind === 'digest')
    return { ...shownDigest(content, schedule), why: `${scheduleText(schedule)}.`, off: 'Unsubscribe' }
  return {
    title: shortened(alertTitle(content)),
    summary: '',
    stories: content.stories,
    notes: [],
    why: 'You asked to be alerted to this. You get at most three alerts a day.',
    off: 'Turn off alerts',
  }
}

export function shownDigest(content: DigestContent, { timeZone }: Schedule): Omit<Shown, 'why' | 'off'> {
  const { stories, goneQuiet, moreStories, alertsSent } = content
  return {
    title: digestTitle(content),
    summary: digestSummary(content, timeZone),
    stories: [...stories, ...goneQuiet],
    notes: [
      ...(moreStories > 0 ? [`${moreStories.toLocaleString('en-US')} more in Tidings.`] : []),
      ...(alertsSent > 0 ? [alertsSentText(alertsSent)] : []),
    ],
  }
}

const shortened = (title: string) => (title.length > MAX_TITLE ? `${title.slice(0, MAX_TITLE - 1).trimEnd()}…` : title)

const settingsUrl = (siteUrl: string) => `${siteUrl}/profile/email`
const companyUrl = (siteUrl: string, { companyId }: EmailStory) => `${siteUrl}/companies/${companyId}`

function textOf({ title, summary, stories, notes, why, off }: Shown, reader: Reader): string {
  const { siteUrl, unsubscribe, supportEmail, postalAddress } = reader
  const blocks = [
    title,
    ...(summary ? [summary] : []),
    ...stories.map((story) =>
      [
        `${story.companyName} (${story.label})`,
        story.text,
        ...story.sources.map(({ name, url }) => `${name}: ${url}`),
        ...(story.moreSources > 0 ? [`${story.moreSources} more: ${companyUrl(siteUrl, story)}`] : []),
      ].join('\n'),
    ),
    ...notes,
    `Open Tidings:\n${siteUrl}/dashboard`,
    '--',
    `${why} Change this: ${settingsUrl(siteUrl)}`,
    `${off}:\n${unsubscribe}`,
    `Questions? Reply to this email or write to ${supportEmail}.`,
    ...(postalAddress ? [postalAddress] : []),
  ]
  return `${blocks.join('\n\n')}\n`
}

const SERIF = `"Source Serif 4",Georgia,"Times New Roman",serif`
const SANS = `Inter,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif`

const STYLE = `body{margin:0;-webkit-text-size-adjust:100%}a{text-decoration:none}.sources a:hover{text-decoration:underline}
@media (max-width:480px){.sheet{padding:24px 18px!important}h1{font-size:23px!important}}
${COLOR_STYLE}`

const { ink, muted, accent } = LIGHT

function htmlOf({ title, summary, stories, notes, why, off }: Shown, reader: Reader): string {
  const { at, schedule, siteUrl, unsubscribe, supportEmail, postalAddress } = reader
  const small = `font:13px/1.6 ${SANS};color:${muted}`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${COLOR_META}<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body style='margin:0;background:${LIGHT.sunk}'>
<div class="page" style='padding:24px 0;background:${LIGHT.sunk}'>
<div class="sheet" style='max-width:584px;margin:0 auto;padding:32px 28px;background:${LIGHT.surface};overflow-wrap:anywhere'>
<p class="muted" style='margin:0 0 8px;${small}'>Tidings · ${escapeHtml(dayText(at, schedule.timeZone))}</p>
<h1 class="ink" style='margin:0 0 4px;font:600 26px/1.25 ${SERIF};color:${ink}'>${escapeHtml(title)}</h1>
${summary ? `<p class="muted" style='margin:0 0 8px;font:17px/1.45 ${SERIF};color:${muted}'>${escapeHtml(summary)}</p>` : ''}
${stories.map((story) => storyOf(story, siteUrl, small)).join('\n')}
${notes.map((note) => `<p class="muted" style='margin:20px 0 0;${small}'>${escapeHtml(note)}</p>`).join('\n')}
<p style='margin:28px 0'><a class="button" href="${escapeHtml(`${siteUrl}/dashboard`)}" style='display:inline-block;padding:12px 15px;border-radius:6px;background:${accent};color:${LIGHT['on-accent']};font:500 15px/1.35 ${SANS}'>Open Tidings</a></p>
<p class="muted" style='margin:0;${small}'>${escapeHtml(why)} <a href="${escapeHtml(settingsUrl(siteUrl))}" style='color:${muted};text-decoration:underline'>Change</a> or <a href="${escapeHtml(unsubscribe)}" style='color:${muted};text-decoration:underline'>${off.toLowerCase()}</a> in one click. Questions? Reply to this email or write to ${escapeHtml(supportEmail)}.${postalAddress ? `<br>${escapeHtml(postalAddress)}` : ''}</p>
</div>
</div>
</body>
</html>
`
}

function storyOf(story: EmailStory, siteUrl: string, small: string): string {
  const page = escapeHtml(companyUrl(siteUrl, story))
  const links = [
    ...story.sources.map(({ name, url }) => linkTo(url, name)),
    ...(story.moreSources > 0 ? [linkTo(companyUrl(siteUrl, story), `${story.moreSources} more`)] : []),
  ]
  const tone = story.isAlarming ? 'bad' : 'good'
  return `<div style='margin:20px 0 0'>
<h2 class="ink" style='margin:0 0 2px;font:600 18px/1.35 ${SERIF};color:${ink}'><a href="${page}" style='color:${ink}'>${escapeHtml(story.companyName)}</a>&ensp;<span class="${tone}" style='font:600 13px/1.35 ${SERIF};color:${story.isAlarming ? LIGHT.bad : accent}'>${escapeHtml(story.label)}</span></h2>
<p class="ink" style='margin:0;font:17px/1.45 ${SERIF};color:${ink}'>${story.url ? `<a href="${escapeHtml(story.url)}" style='color:${ink}'>${escapeHtml(story.text)}</a>` : escapeHtml(story.text)}</p>
${links.length > 0 ? `<p class="muted sources" style='margin:2px 0 0;${small}'>${links.join(' · ')}</p>` : ''}
</div>`
}

const linkTo = (url: string, name: string) =>
  `<a href="${escapeHtml(url)}" style='color:${muted}'>${escapeHtml(name)}</a>`
