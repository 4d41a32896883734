import type { DigestContent, EmailEvent, EmailLine } from '#domain/mailings/content.ts'
import {
  alsoText,
  correctsText,
  dayText,
  leadOf,
  lineText,
  moreText,
  sourcesShown,
  stakeParts,
  weekdayText,
} from '#domain/mailings/event-text.ts'
import { escapeHtml, LIGHT } from '../platform/http/plain-page.ts'

export const SERIF = `"Source Serif 4 Variable","Source Serif 4",Georgia,"Times New Roman",serif`
export const SANS = `"Inter Variable",Inter,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif`

const { ink, muted, accent, bad, warn } = LIGHT
const SMALL = `font:13px/1.5 ${SANS};color:${muted}`

export type Site = { siteUrl: string; timeZone: string }

type Sizes = { tag: 'h1' | 'h2'; sentence: string; stake: string; gap: number }

const IN_DIGEST: Sizes = { tag: 'h2', sentence: `19px/1.4 ${SERIF}`, stake: `13px/1.5 ${SANS}`, gap: 5 }
const IN_ALERT: Sizes = { tag: 'h1', sentence: `24px/1.35 ${SERIF}`, stake: `16px/1.5 ${SANS}`, gap: 12 }

export const digestEvent = (event: EmailEvent, site: Site): string =>
  `<div class="line" style='margin:16px 0 0;padding:16px 0 0;border-top:1px solid ${LIGHT.line}'>\n${eventHtml(event, IN_DIGEST, site)}\n</div>`

export const alertEvent = (event: EmailEvent, site: Site, isFirst: boolean): string =>
  isFirst
    ? `<div>\n${eventHtml(event, IN_ALERT, site)}\n</div>`
    : `<div class="line" style='margin:24px 0 0;padding:24px 0 0;border-top:1px solid ${LIGHT.line}'>\n${eventHtml(event, { ...IN_ALERT, tag: 'h2' }, site)}\n</div>`

function eventHtml(event: EmailEvent, { tag, sentence, stake, gap }: Sizes, { siteUrl, timeZone }: Site): string {
  const page = `${siteUrl}/companies/${event.companyId}`
  const { before, name, after } = leadOf(event)
  const held = stakeParts(event)
  return [
    `<p class="muted" style='margin:0;${SMALL}'>${headHtml(event, timeZone)}</p>`,
    `<${tag} class="ink" style='margin:${tag === 'h1' ? 4 : 2}px 0 0;font:400 ${sentence};color:${ink}'><a href="${escapeHtml(page)}" style='color:${ink}'>${escapeHtml(before)}<b style='font-weight:600'>${escapeHtml(name)}</b>${escapeHtml(after)}</a></${tag}>`,
    ...(event.corrects ? [small(escapeHtml(correctsText(event.corrects, timeZone)))] : []),
    ...(held
      ? [
          `<p class="muted" style='margin:${gap}px 0 0;font:${stake};color:${muted}'>You hold <b class="ink" style='font-weight:600;color:${ink}'>${escapeHtml(held.amount)}</b>${escapeHtml(held.rest)}${held.mark ? ` <span class="ink" style='color:${ink}'>${escapeHtml(held.mark)}</span>` : ''}</p>`,
        ]
      : []),
    ...sourcesHtml(event, gap === IN_ALERT.gap ? 4 : 0),
    ...event.also.map((also) => small(linkTo(page, alsoText(also, timeZone)))),
  ].join('\n')
}

function headHtml({ kind, isAlarming, isReported, date, language }: EmailEvent, timeZone: string): string {
  const [tone, color] = isReported ? ['muted', muted] : isAlarming ? ['bad', bad] : ['good', accent]
  const parts = [
    `<span class="${tone}" style='font-weight:500;color:${color}'>${escapeHtml(kind)}</span>`,
    ...(isReported
      ? [
          `<span class="warn" style='display:inline-block;padding:0 5px;border:1px dashed;border-radius:4px;font-weight:500;line-height:1.4;color:${warn}'>Reported</span>`,
        ]
      : []),
    `<span>${escapeHtml(weekdayText(date, timeZone))}</span>`,
    ...(language ? [`<span>${escapeHtml(language)}</span>`] : []),
  ]
  return parts.join(' &ensp;')
}

function sourcesHtml(event: EmailEvent, above: number): string[] {
  const { shown, more } = sourcesShown(event)
  if (shown.length === 0) return []
  const links = shown.map(({ name, url }) => linkTo(url, name))
  return [small([...links, ...(more ? [more] : [])].join(' · '), above)]
}

/** One line for each company. */
export const lineHtml = (line: EmailLine, { siteUrl, timeZone }: Site): string =>
  `<p class="ink" style='margin:0;padding:4px 0;font:16px/1.5 ${SERIF};color:${ink}'><a href="${escapeHtml(`${siteUrl}/companies/${line.companyId}`)}" style='color:${ink}'><b style='font-weight:600'>${escapeHtml(line.companyName)}</b>${escapeHtml(lineText(line))}</a> <span class="muted" style='font:13px/1.5 ${SANS};color:${muted};white-space:nowrap'>${[moreText(line), dayText(line.date, timeZone)].filter(Boolean).join(' &ensp;')}</span></p>`

export const needsHtml = (needs: DigestContent['needs'], siteUrl: string): string =>
  `<b class="ink" style='font-weight:500;color:${ink}'>Needs you:</b> ${needs.map(({ text, action, path }) => `${escapeHtml(text)} ${linkTo(`${siteUrl}${path}`, action)}.`).join(' ')}`

export const small = (content: string, above = 0): string =>
  `<p class="muted" style='margin:${above}px 0 0;${SMALL}'>${content}</p>`

export const linkTo = (url: string, name: string): string =>
  `<a class="link" href="${escapeHtml(url)}" style='color:${muted};text-decoration:underline;text-decoration-color:${LIGHT['line-strong']};text-underline-offset:3px'>${escapeHtml(name)}</a>`
