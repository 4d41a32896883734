import { Fragment } from 'react'
import type { EmailEvent, EmailLine } from '#domain/mailings/content.ts'
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
import { cx } from '../../ui/button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { webAddress } from '../../ui/text.ts'

const LOCAL = Intl.DateTimeFormat().resolvedOptions().timeZone

/** One article may be about several companies. */
export const keyOf = ({ companyId, id }: EmailEvent) => `${companyId} ${id}`

/** Renders an event as the emails show it. */
export function EventLines({ event }: { event: EmailEvent }) {
  const { kind, isAlarming, isReported, date, language, corrects, also } = event
  const { before, name, after } = leadOf(event)
  const held = stakeParts(event)
  return (
    <div className="text-sm break-words text-muted">
      <p className="flex flex-wrap gap-x-2.5">
        <span className={cx('font-medium', isReported ? 'text-muted' : isAlarming ? 'text-bad' : 'text-accent')}>
          {kind}
        </span>
        {isReported && (
          <span className="rounded-sm border border-dashed border-current px-1.25 font-medium text-warn">Reported</span>
        )}
        <span>{weekdayText(date, LOCAL)}</span>
        {language && <span>{language}</span>}
      </p>
      <p className="mt-0.5 font-serif text-lg text-pretty text-ink">
        {before}
        <b className="font-semibold">{name}</b>
        {after}
      </p>
      {corrects && <p>{correctsText(corrects, LOCAL)}</p>}
      {held && (
        <p className="mt-1">
          You hold <b className="font-semibold text-ink">{held.amount}</b>
          {held.rest} {held.mark && <span className="text-ink">{held.mark}</span>}
        </p>
      )}
      <Sources event={event} />
      {also.map((each) => (
        <p key={each.storyId}>{alsoText(each, LOCAL)}</p>
      ))}
    </div>
  )
}

function Sources({ event }: { event: EmailEvent }) {
  const { shown, more } = sourcesShown(event)
  if (shown.length === 0) return null
  return (
    <p>
      {shown.map(({ name, url }, index) => (
        <Fragment key={name}>
          {index > 0 && ' · '}
          <SourceLink name={name} url={url} />
        </Fragment>
      ))}
      {more && ` · ${more}`}
    </p>
  )
}

function SourceLink({ name, url }: EmailEvent['sources'][number]) {
  const address = webAddress(url)
  return address ? (
    <ExternalLink href={address.href} className="underline decoration-line-strong underline-offset-3">
      {name}
    </ExternalLink>
  ) : (
    name
  )
}

/** One line for each company with lesser news. */
export function LesserNews({ line }: { line: EmailLine }) {
  return (
    <p className="py-1 font-serif text-base break-words">
      <b className="font-semibold">{line.companyName}</b>
      {lineText(line)}{' '}
      <span className="font-sans text-sm whitespace-nowrap text-muted">
        {moreText(line)} {dayText(line.date, LOCAL)}
      </span>
    </p>
  )
}
