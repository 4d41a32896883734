import type { ReactNode } from 'react'
import type { Profile } from '#domain/account/profile.ts'
import { dateAndTime } from '#domain/time.ts'
import { trialBanner, trialLine, type TrialBanner as Banner } from '#domain/billing/trial-banner.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/button.tsx'
import { useNow } from '../../ui/page.tsx'
import { useProfile } from '../account/queries.ts'

type Props = { profile: Profile | null; isUnavailable: boolean }

/** Hidden while the profile is unknown, because a wrong guess about billing is worse than no banner. */
export function TrialBanner({ profile, isUnavailable }: Props) {
  const now = useNow()
  if (!profile) return isUnavailable ? null : <BannerRoom />
  const banner = trialBanner(profile, now)
  if (!banner) return null
  const { kind, title, text, action } = banner
  // A phone has room only for the first sentence.
  const [, first = text, more] = /^(.*?\.) (.*)$/.exec(text) ?? []
  const end = kind === 'ending' || kind === 'remaining' ? profile.trialEndsAt : null
  return (
    <section aria-label={kind === 'payment-failed' ? 'Payment' : 'Trial'} className={cx(frame, tones[kind])}>
      <p className="min-w-0">
        <strong className="font-semibold">{title}</strong>
        {isHeadline(kind) && ':'} {first}
        {more && <span className="max-sm:hidden"> {more}</span>}
        {end && <span className="max-lg:hidden"> Trial ends {dateAndTime(end)}.</span>}
      </p>
      {action && (
        <span className={cx(kind === 'remaining' && 'lg:group-not-data-collapsed/shell:hidden')}>
          <ActionLink kind={kind}>{action}</ActionLink>
        </span>
      )}
    </section>
  )
}

const isHeadline = (kind: string) => kind === 'ending' || kind === 'expired'

/** Usually one line on a phone. Warnings are boxed; everything else is plain text. */
const frame = 'flex min-h-7 items-center justify-between gap-x-4 text-sm sm:mt-2 sm:min-h-9 sm:justify-start'

const warning = 'mt-1 rounded-md bg-warn-soft px-3 py-1.5 sm:mt-3'
const tones: Record<Banner['kind'], string> = {
  active: 'text-muted',
  welcome: 'text-muted',
  remaining: 'text-muted',
  ending: warning,
  expired: warning,
  'payment-failed': 'mt-1 rounded-md bg-bad-soft px-3 py-1.5 sm:mt-3',
}

/** Loads a new document, because payment pages have their own CSP. */
function ActionLink({ kind, children }: { kind: Banner['kind']; children: ReactNode }) {
  return (
    <a
      href={kind === 'payment-failed' ? paths.billing : paths.subscribe}
      className="-my-2 inline-flex min-h-11 flex-none items-center font-medium whitespace-nowrap text-accent underline-offset-3 hover:underline sm:my-0 sm:min-h-9"
    >
      {children}
    </a>
  )
}

/** As tall as the usual banner, so that the page doesn't jump. */
const BannerRoom = () => <div aria-hidden className={frame} />

/** At the bottom of the sidebar. Hidden on the dashboard, which has the banner, unless that leaves Upgrade to it. */
export function TrialLine({ onDashboard }: { onDashboard: boolean }) {
  const { profile } = useProfile()
  const now = useNow()
  const line = profile && trialLine(profile, now)
  if (!line || (onDashboard && line.kind !== 'remaining')) return null
  return (
    <p className="flex items-center gap-1.5 border-t border-line py-1.5 pl-2.5 text-sm whitespace-nowrap text-muted">
      {line.text} <span aria-hidden>·</span> <ActionLink kind={line.kind}>{line.action}</ActionLink>
    </p>
  )
}
