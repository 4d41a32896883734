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
export const SMALL = `13px/1.5 ${SANS}`

export type Site = { siteUrl: string; timeZone: string }

type Color = 'ink' | 'muted' | 'good' | 'bad' | 'warn'

const HEX: Record<Color, string> = {
  ink: LIGHT.ink,
  muted: LIGHT.muted,
  good: LIGHT.accent,
  bad: LIGHT.bad,
  warn: LIGHT.warn,
}

/** The class gives the color of the reader's color scheme, the style the light one, for clients without style sheets. */
export const element = (tag: string, color: Color, style: string, content: string): string =>
  `<${tag} class="${color}" style='color:${HEX[color]};${style}'>${content}</${tag}>`

/** In quotes of the other kind, because names of fonts contain these. */
export const small = (content: string, above = 0): string =>
  element('p', 'muted', `margin:${above}px 0 0;font:${SMALL}`, content)

const UNDERLINE = `text-decoration:underline;text-decoration-color:${LIGHT['line-strong']};text-underline-offset:3px`

export const linkTo = (url: string, name: string): string =>
  `<a class="link" href="${escapeHtml(url)}" style='color:${LIGHT.muted};${UNDERLINE}'>${escapeHtml(name)}</a>`

const pageOf = ({ siteUrl }: Site, { companyId }: { companyId: number }) => `${siteUrl}/companies/${companyId}`

const toPage = (url: string, content: string) =>
  `<a href="${escapeHtml(url)}" style='color:${LIGHT.ink}'>${content}</a>`

const bold = (text: string) => element('b', 'ink', 'font-weight:600', escapeHtml(text))

type Sizes = {
  tag: 'h1' | 'h2'
  sentence: string
  above: number
  stake: string
  aboveStake: number
  aboveSources: number
}

const IN_DIGEST: Sizes = {
  tag: 'h2',
  sentence: `19px/1.4 ${SERIF}`,
  above: 2,
  stake: SMALL,
  aboveStake: 5,
  aboveSources: 0,
}
const IN_ALERT: Sizes = {
  tag: 'h1',
  sentence: `24px/1.35 ${SERIF}`,
  above: 4,
  stake: `16px/1.5 ${SANS}`,
  aboveStake: 12,
  aboveSources: 4,
}

/** `place` is its index below a heading; the first one needs no line above it. */
export const digestEvent = (event: EmailEvent, site: Site, place = 1): string =>
  place === 0 ? eventHtml(event, IN_DIGEST, site) : below(16, eventHtml(event, IN_DIGEST, site))

export const alertEvent = (event: EmailEvent, site: Site, place: number): string =>
  place === 0 ? eventHtml(event, IN_ALERT, site) : below(24, eventHtml(event, { ...IN_ALERT, tag: 'h2' }, site))

const below = (gap: number, content: string) =>
  `<div class="line" style='margin:${gap}px 0 0;padding:${gap}px 0 0;border-top:1px solid ${LIGHT.line}'>
${content}
</div>`

function eventHtml(event: EmailEvent, sizes: Sizes, site: Site): string {
  const { tag, sentence, above, stake, aboveStake, aboveSources } = sizes
  const { before, name, after } = leadOf(event)
  const held = stakeParts(event)
  const lead = `${escapeHtml(before)}${bold(name)}${escapeHtml(after)}`
  return [
    small(headHtml(event, site)),
    element(tag, 'ink', `margin:${above}px 0 0;font:400 ${sentence}`, toPage(pageOf(site, event), lead)),
    ...(event.corrects ? [small(escapeHtml(correctsText(event.corrects, site.timeZone)))] : []),
    ...(held ? [element('p', 'muted', `margin:${aboveStake}px 0 0;font:${stake}`, stakeHtml(held))] : []),
    ...sourcesHtml(event, aboveSources),
    ...event.also.map((also) => small(linkTo(pageOf(site, event), alsoText(also, site.timeZone)))),
  ].join('\n')
}

function headHtml({ kind, isAlarming, isReported, date, language }: EmailEvent, { timeZone }: Site): string {
  const color = isReported ? 'muted' : isAlarming ? 'bad' : 'good'
  const badge = 'display:inline-block;padding:0 5px;border:1px dashed;border-radius:4px;font-weight:500;line-height:1.4'
  return [
    element('span', color, 'font-weight:500', escapeHtml(kind)),
    ...(isReported ? [element('span', 'warn', badge, 'Reported')] : []),
    escapeHtml(weekdayText(date, timeZone)),
    ...(language ? [escapeHtml(language)] : []),
  ].join(' &ensp;')
}

const stakeHtml = ({ amount, rest, mark }: NonNullable<ReturnType<typeof stakeParts>>) =>
  `You hold ${bold(amount)}${escapeHtml(rest)}${mark ? ` ${element('span', 'ink', '', escapeHtml(mark))}` : ''}`

function sourcesHtml(event: EmailEvent, above: number): string[] {
  const { shown, more } = sourcesShown(event)
  if (shown.length === 0) return []
  return [small([...shown.map(({ name, url }) => linkTo(url, name)), ...(more ? [more] : [])].join(' · '), above)]
}

/** One line for each company. */
export function lineHtml(line: EmailLine, site: Site): string {
  const phrase = toPage(pageOf(site, line), `${bold(line.companyName)}${escapeHtml(lineText(line))}`)
  const rest = [moreText(line), dayText(line.date, site.timeZone)].filter(Boolean).join(' &ensp;')
  const day = element('span', 'muted', `font:${SMALL};white-space:nowrap`, rest)
  return element('p', 'ink', `margin:0;padding:4px 0;font:16px/1.5 ${SERIF}`, `${phrase} ${day}`)
}

export function needsHtml(needs: DigestContent['needs'], { siteUrl }: Site): string {
  const asks = needs.map(({ text, action, path }) => `${escapeHtml(text)} ${linkTo(`${siteUrl}${path}`, action)}.`)
  return `${element('b', 'ink', 'font-weight:500', 'Needs you:')} ${asks.join(' ')}`
}
