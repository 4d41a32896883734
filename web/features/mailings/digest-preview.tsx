import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DigestContent } from '#domain/mailings/content.ts'
import {
  digestEnvelope,
  digestSummary,
  digestTitle,
  earlierHeading,
  failingText,
  hasNews,
  moreLinesText,
  quietText,
} from '#domain/mailings/envelope.ts'
import type { MailingSettings } from '#domain/mailings/settings.ts'
import { Loaded, LoadingLines } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EventLines, keyOf, LesserNews } from './email-event.tsx'
import { digestQuery } from './queries.ts'

const NO_COMPANIES = 'Add a company to see a preview.'
const SAMPLE = 'This is a preview with the sample companies. They are fictional, so no email is sent about them.'
const NOTHING_YET = 'Nothing new yet. If it stays so, no digest comes that day.'

export function DigestPreview({ settings }: { settings: MailingSettings }) {
  const preview = useQuery(digestQuery)
  return (
    <Panel title="Your next digest, as of now">
      <Loaded
        what="the preview"
        query={preview}
        loading={<LoadingLines label="Loading the preview" widths={['w-3/4', 'w-full', 'w-1/2']} />}
      >
        {({ email, isSample }) => {
          if (!email) return <Remark>{NO_COMPANIES}</Remark>
          if (settings.digest === 'daily' && !hasNews(email)) return <Remark>{NOTHING_YET}</Remark>
          return (
            <>
              {isSample && <Remark>{SAMPLE}</Remark>}
              <Email content={email} />
            </>
          )
        }}
      </Loaded>
    </Panel>
  )
}

const Remark = ({ children }: { children: ReactNode }) => <p className="mb-4 max-w-[62ch] text-muted">{children}</p>

function Email({ content }: { content: DigestContent }) {
  const { events, earlier, lines, goneQuiet, needs } = content
  const more = moreLinesText(content)
  const also = [...lines, ...goneQuiet]
  return (
    <article aria-label="Preview of the email" className="rounded-md border border-line bg-surface px-4.5 py-6 sm:px-7">
      <p className="text-sm text-muted">Subject: {digestEnvelope(content).subject}</p>
      <h3 className="mt-4 text-xl text-balance">{digestTitle(content)}</h3>
      <p className="mt-1 text-base text-muted">{digestSummary(content)}</p>
      <Events events={events} />
      {earlier.length > 0 && (
        <Part heading={earlierHeading(content)}>
          <Events events={earlier} />
        </Part>
      )}
      {also.length > 0 && (
        <Part heading="Also">
          {also.map((line) => (
            <LesserNews key={`${line.companyId} ${line.storyId}`} line={line} />
          ))}
          {more && <p className="text-sm text-muted">{more}</p>}
        </Part>
      )}
      <div className="mt-5 grid gap-1.5 border-t border-line pt-3.5 text-sm text-muted empty:hidden">
        {[quietText(content), failingText(content)].filter(Boolean).map((text) => (
          <p key={text}>{text}</p>
        ))}
        {needs.length > 0 && (
          <p>
            <b className="font-medium text-ink">Needs you:</b>{' '}
            {needs.map(({ key, text, action, path }) => (
              <span key={key}>
                {text}{' '}
                <Link to={path} className="underline decoration-line-strong underline-offset-3">
                  {action}
                </Link>
                .{' '}
              </span>
            ))}
          </p>
        )}
      </div>
    </article>
  )
}

const Events = ({ events }: { events: DigestContent['events'] }) => (
  <ul>
    {events.map((event) => (
      <li key={keyOf(event)} className="mt-4 border-t border-line pt-4">
        <EventLines event={event} />
      </li>
    ))}
  </ul>
)

const Part = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <section className="mt-5 border-t border-line-strong pt-3.5">
    <h4 className="mb-1.5 font-serif text-lg font-semibold">{heading}</h4>
    {children}
  </section>
)
