import { dateAndTime, relativeTime } from '#domain/time.ts'
import { Button, cx } from '../ui/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import type { Notification } from '../ui/overlays/toast.tsx'
import { useNow } from '../ui/use-now.ts'

type Props = { notifications: Notification[]; onClear: () => void; onClose: () => void }

export function NotificationList({ notifications, onClear, onClose }: Props) {
  const now = useNow()
  return (
    <Dialog title="Notifications" description="Messages from this session" onClose={onClose}>
      {notifications.length === 0 ? (
        <p className="text-muted">No messages yet.</p>
      ) : (
        <>
          <ol
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
            tabIndex={0}
            aria-label="Messages, newest first"
            className="max-h-[60dvh] overflow-y-auto rounded-sm"
          >
            {notifications.map(({ id, at, title, description, detail, variant }) => (
              <li key={id} className="border-t border-line py-3 first:border-t-0 first:pt-0">
                <div className="flex items-baseline justify-between gap-4">
                  <p className={cx('min-w-0 font-semibold break-words', variant === 'destructive' && 'text-bad')}>
                    {title}
                  </p>
                  <time dateTime={at} title={dateAndTime(at)} className="flex-none text-sm text-muted tabular-nums">
                    {relativeTime(at, now)}
                  </time>
                </div>
                {description && <p className="text-sm break-words text-muted">{description}</p>}
                {detail && <p className="text-sm break-words text-muted">{detail}</p>}
              </li>
            ))}
          </ol>
          <div>
            <Button onClick={onClear}>Clear all</Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
