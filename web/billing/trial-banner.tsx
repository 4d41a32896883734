import type { Profile } from '#domain/account.ts'
import { dateAndTime } from '#domain/relative-time.ts'
import { trialBanner } from '#domain/trial-banner.ts'
import { paths } from '../paths.ts'
import { cx } from '../ui/class-names.ts'
import { DocumentLinkButton } from '../ui/link-button.tsx'
import { useNow } from '../ui/use-now.ts'

/** Hidden while the profile is unknown: a guess about somebody's money is worse than silence. */
export function TrialBanner({ profile }: { profile: Profile | null }) {
  const now = useNow()
  const banner = profile && trialBanner(profile, now)
  if (!banner) return null
  const warning = banner.kind === 'ending' || banner.kind === 'expired'
  return (
    <section
      aria-label="Trial"
      className={cx(
        'mt-5 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md px-4 py-3',
        warning ? 'bg-warn-soft' : 'bg-accent-soft',
      )}
    >
      <p className="min-w-0 flex-1 basis-80">
        <strong className="font-semibold">{banner.title}</strong> {banner.text}
        {profile.trialEndsAt && banner.kind !== 'expired' && (
          <span className="block text-sm text-muted">Trial ends {dateAndTime(profile.trialEndsAt)}.</span>
        )}
      </p>
      {banner.action && (
        <DocumentLinkButton to={paths.subscribe} look={warning ? 'primary' : 'plain'} className="ml-auto">
          {banner.action}
        </DocumentLinkButton>
      )}
    </section>
  )
}
