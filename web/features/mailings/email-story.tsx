import { Fragment } from 'react'
import type { EmailStory } from '#domain/mailings/settings.ts'
import { cx } from '../../ui/button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { webAddress } from '../../ui/text.ts'

/** A story about a company that went quiet has no article and so no URL. */
export const keyOf = ({ companyId, url, text }: EmailStory) => `${companyId} ${url ?? text}`

/** Renders a story as the email shows it. */
export function StoryLines({ story }: { story: EmailStory }) {
  const { companyName, label, isAlarming, text, sources, moreSources } = story
  return (
    <>
      <p className="font-serif text-lg font-semibold break-words">
        {companyName} <span className={cx('ml-1.5 text-sm', isAlarming ? 'text-bad' : 'text-accent')}>{label}</span>
      </p>
      <p className="font-serif text-base break-words">{text}</p>
      {sources.length > 0 && (
        <p className="text-sm break-words text-muted">
          {sources.map(({ name, url }, index) => (
            <Fragment key={name}>
              {index > 0 && ' · '}
              <SourceLink name={name} url={url} />
            </Fragment>
          ))}
          {moreSources > 0 && ` · ${moreSources} more`}
        </p>
      )}
    </>
  )
}

function SourceLink({ name, url }: EmailStory['sources'][number]) {
  const address = webAddress(url)
  return address ? (
    <ExternalLink href={address.href} className="underline-offset-3 hover:underline">
      {name}
    </ExternalLink>
  ) : (
    name
  )
}
