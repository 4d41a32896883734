import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import { dateAndTime, relativeTime } from '#domain/time.ts'
import { useAuth } from '../features/auth/auth-provider.tsx'
import { Button, cx } from '../ui/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { useNotifications, type Notification } from '../ui/overlays/toast.tsx'
import { Tooltip } from '../ui/overlays/tooltip.tsx'
import { useNow } from '../ui/page.tsx'

export function NotificationsEntry({ className }: { className: string }) {
  const { session } = useAuth()
  const { log, notifications } = useNotifications()
  const [open, setOpen] = useState(false)
  const [readUpTo, setReadUpTo] = useState(0)
  const userId = session?.user.id
  useEffect(() => {
    if (userId) log.keepFor(userId)
  }, [log, userId])
  const newest = notifications[0]?.id ?? 0
  const close = () => {
    setReadUpTo(newest)
    setOpen(false)
  }
  return (
    <>
      <Tooltip text="Notifications">
        {(described) => (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
            className={cx(className, 'relative cursor-pointer')}
            {...described}
          >
            <Bell aria-hidden strokeWidth={1.75} />
            <span className="md:sr-only">Notifications</span>
            {newest > readUpTo && (
              <>
                <span aria-hidden className="absolute top-2 left-1/2 ml-1.5 size-2 rounded-full bg-accent md:top-2.5" />
                <span className="sr-only"> (new)</span>
              </>
            )}
          </button>
        )}
      </Tooltip>
      {open && <NotificationList notifications={notifications} onClear={log.clear} onClose={close} />}
    </>
  )
}

type Props = { notifications: Notification[]; onClear: () => void; onClose: () => void }

function NotificationList({ notifications, onClear, onClose }: Props) {
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
