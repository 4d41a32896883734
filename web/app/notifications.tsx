import { Bell } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useAuth } from '../features/auth/auth-provider.tsx'
import { cx } from '../ui/button.tsx'
import { useNotifications } from '../ui/overlays/toast.tsx'
import { Tooltip } from '../ui/overlays/tooltip.tsx'

const load = () => import('./notification-list.tsx')
const NotificationList = lazy(() => load().then((module) => ({ default: module.NotificationList })))

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
            onPointerEnter={() => void load()}
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
      {open && (
        <Suspense>
          <NotificationList notifications={notifications} onClear={log.clear} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
