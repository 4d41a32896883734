import type { ReactNode } from 'react'
import type { Profile } from '#domain/account/profile.ts'
import { dateAndTime } from '#domain/time.ts'
import { trialBanner } from '#domain/billing/trial-banner.ts'
import { paths } from '../../paths.ts'
import { cx, DocumentLinkButton } from '../../ui/button.tsx'
import { useNow } from '../../ui/page.tsx'

type Props = { profile: Profile | null; isUnavailable: boolean }

/** Hidden while the profile is unknown: a guess about somebody's money is worse than silence. */
export function TrialBanner({ profile, isUnavailable }: Props) {
  const now = useNow()
  if (!profile) return isUnavailable ? null : <BannerRoom />
  const banner = trialBanner(profile, now)
  if (!banner) return null
  const { kind, title, text, action } = banner
  const isFailed = kind === 'payment-failed'
  const isWarning = isFailed || kind === 'ending' || kind === 'expired'
  const background = isFailed ? 'bg-bad-soft' : isWarning ? 'bg-warn-soft' : 'bg-accent-soft'
  return (
    <section aria-label={isFailed ? 'Payment' : 'Trial'} className={cx(frame, background)}>
      <BannerText end={kind === 'ending' || kind === 'remaining' ? profile.trialEndsAt : null}>
        <strong className="font-semibold">{title}</strong>
        {isHeadline(kind) && ':'} {text}
      </BannerText>
      {action && (
        <DocumentLinkButton
          to={isFailed ? paths.billing : paths.subscribe}
          variant={isWarning ? 'primary' : 'plain'}
          className="ml-auto"
        >
          {action}
        </DocumentLinkButton>
      )}
    </section>
  )
}

const isHeadline = (kind: string) => kind === 'ending' || kind === 'expired'

const frame = 'mt-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md px-4 py-3'

function BannerText({ end, children }: { end: string | null; children: ReactNode }) {
  return (
    <p className="min-w-0 flex-1 basis-80">
      {children}
      {end && <span className="block text-sm text-muted">Trial ends {dateAndTime(end)}.</span>}
    </p>
  )
}

/** As tall as the usual banner, so that the page does not jump. */
function BannerRoom() {
  return (
    <div aria-hidden className={cx(frame, 'invisible')}>
      <BannerText end="2026-09-30T12:30:00Z">
        10 days remaining until billing begins. You will not be charged unless you add a card.
      </BannerText>
      <DocumentLinkButton to={paths.subscribe} className="ml-auto">
        Upgrade
      </DocumentLinkButton>
    </div>
  )
}
