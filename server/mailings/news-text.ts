import type { AlertContent, DigestContent, EmailEvent, EmailLine } from '#domain/mailings/content.ts'
import {
  digestSummary,
  digestTitle,
  earlierHeading,
  failingText,
  moreLinesText,
  quietText,
} from '#domain/mailings/envelope.ts'
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
import type { Site } from './event-html.ts'

/** The plain-text parts, in paragraphs. */
export function digestText(content: DigestContent, site: Site): string[] {
  const { events, earlier, lines, goneQuiet, needs } = content
  const also = [...lines, ...goneQuiet].map((line) => lineOf(line, site))
  return [
    digestTitle(content),
    digestSummary(content),
    ...events.map((event) => eventText(event, site)),
    ...(earlier.length > 0 ? [earlierHeading(content), ...earlier.map((event) => eventText(event, site))] : []),
    ...(also.length > 0 ? [['Also', ...also].join('\n')] : []),
    ...[moreLinesText(content), quietText(content), failingText(content)].filter(Boolean),
    ...(needs.length > 0 ? [needsText(needs, site)] : []),
  ]
}

export const alertText = ({ events }: AlertContent, site: Site): string[] =>
  events.map((event) => eventText(event, site))

function eventText(event: EmailEvent, { timeZone }: Site): string {
  const { kind, isReported, date, language, corrects, also } = event
  const { before, name, after } = leadOf(event)
  const held = stakeParts(event)
  const { shown, more } = sourcesShown(event)
  return [
    [kind, ...(isReported ? ['Reported'] : []), weekdayText(date, timeZone), ...(language ? [language] : [])].join(
      ' · ',
    ),
    `${before}${name}${after}`.replaceAll('\u00a0', ' '),
    ...(corrects ? [correctsText(corrects, timeZone)] : []),
    ...(held ? [`You hold ${held.amount}${held.rest} ${held.mark}`.trimEnd()] : []),
    ...shown.map(({ name: source, url }) => `${source}: ${url}`),
    ...(more ? [more] : []),
    ...also.map((each) => alsoText(each, timeZone)),
  ].join('\n')
}

const lineOf = (line: EmailLine, { timeZone }: Site) =>
  [`${line.companyName}${lineText(line)}`, moreText(line), dayText(line.date, timeZone)].filter(Boolean).join(' ')

const needsText = (needs: DigestContent['needs'], { siteUrl }: Site) =>
  ['Needs you:', ...needs.map(({ text, action, path }) => `${text} ${action}: ${siteUrl}${path}`)].join('\n')
