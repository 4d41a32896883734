import type { ReactNode } from 'react'
import type { Profile } from '#domain/account/profile.ts'
import { dateAndTime } from '#domain/time.ts'
import { trialBanner, trialLine, type TrialBanner as Banner } from '#domain/billing/trial-banner.ts'
import { paths } from '../../paths.ts'
import { cx } from '../../ui/button.tsx'
import { useNow } from '../../ui/page.tsx'
import { useProfile } from '../account/queries.ts'

type Props = { profile: Profile | null }

/** What can't wait is said above everything else, the rest where it doesn't push the news down. */
const URGENT: ReadonlySet<Banner['kind']> = new Set(['ending', 'expired', 'payment-failed'])

/** Hidden while the profile is unknown, because a wrong guess about billing is worse than no banner. */
function useBanner(profile: Profile | null, isUrgent: boolean): Banner | null {
  const now = useNow()
  const banner = profile && trialBanner(profile, now)
  return banner && URGENT.has(banner.kind) === isUrgent ? banner : null
}

export function TrialBanner({ profile }: Props) {
  const banner = useBanner(profile, true)
  if (!banner) return null
  const { kind, title, text, action } = banner
  // A phone has room only for the first sentence.
  const [, first = text, more] = /^(.*?\.) (.*)$/.exec(text) ?? []
  const end = kind === 'ending' ? profile?.trialEndsAt : null
  return (
    <section
      aria-label={kind === 'payment-failed' ? 'Payment' : 'Trial'}
      className={cx(
        'mt-3 flex min-h-9 items-center justify-between gap-x-4 rounded-md px-3 py-1.5 text-sm sm:justify-start',
        kind === 'payment-failed' ? 'bg-bad-soft' : 'bg-warn-soft',
      )}
    >
      <p className="min-w-0">
        <strong className="font-semibold">{title}</strong>
        {kind !== 'payment-failed' && ':'} {first}
        {more && <span className="max-sm:hidden"> {more}</span>}
        {end && <span className="max-lg:hidden"> Trial ends {dateAndTime(end)}.</span>}
      </p>
      {action && <ActionLink kind={kind}>{action}</ActionLink>}
    </section>
  )
}

/** Below everything on Home, unless the sidebar has room for it. */
export function TrialFoot({ profile }: Props) {
  const banner = useBanner(profile, false)
  if (!banner) return null
  return (
    <div className="mt-8 border-t border-line pt-3 lg:group-not-data-collapsed/shell:hidden">
      <Sentence banner={banner} />
    </div>
  )
}

/** At the foot of the sidebar: the whole sentence on Home, and a short line elsewhere. */
export function TrialInSidebar({ onDashboard }: { onDashboard: boolean }) {
  const { profile } = useProfile()
  const banner = useBanner(profile, false)
  if (!onDashboard) return <TrialLine />
  if (!banner) return null
  return (
    <div className="border-t border-line px-2.5 pt-3 pb-2">
      <Sentence banner={banner} />
    </div>
  )
}

function Sentence({ banner: { kind, title, text, action } }: { banner: Banner }) {
  return (
    <section aria-label="Trial" className="text-sm text-muted">
      <p>
        <strong className="font-semibold text-ink">{title}</strong> {text}
      </p>
      {action && <ActionLink kind={kind}>{action}</ActionLink>}
    </section>
  )
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

function TrialLine() {
  const { profile } = useProfile()
  const now = useNow()
  const line = profile && trialLine(profile, now)
  if (!line) return null
  return (
    <p className="flex items-center gap-1.5 border-t border-line py-1.5 pl-2.5 text-sm whitespace-nowrap text-muted">
      {line.text} <span aria-hidden>·</span> <ActionLink kind={line.kind}>{line.action}</ActionLink>
    </p>
  )
}
