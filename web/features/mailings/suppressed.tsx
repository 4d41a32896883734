import type { MailingSettings } from '#domain/mailings/settings.ts'
import { shortDate } from '#domain/time.ts'
import { Notice } from '../../ui/feedback.tsx'

/** Nothing while the address gets its emails. */
export function Suppressed({ settings: { email, suppression } }: { settings: MailingSettings }) {
  if (!suppression) return null
  const day = shortDate(suppression.since)
  const why =
    suppression.reason === 'complained'
      ? `You reported one of our emails as spam on ${day}, so`
      : `Your mailbox refuses our emails since ${day}, so`
  return (
    <div className="mt-5">
      <Notice>
        {`${why} we send no digests, alerts or reminders to ${email}. Change your email address, or write to support once it works again.`}
      </Notice>
    </div>
  )
}
