import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { dateAndTime, relativeTime } from '#domain/time.ts'
import { useAuth } from '../features/auth/auth-provider.tsx'
import { refreshQuery } from '../features/news/queries.ts'
import { lateRefreshQuery } from '../features/news/refresh.ts'
import { Button, cx } from '../ui/button.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import type { Notification } from '../ui/overlays/notification-log.ts'
import { useNotifications, useToast } from '../ui/overlays/toast.tsx'
import { useNow } from '../ui/page.tsx'
import { counted } from '../ui/text.ts'

/** Mounted on every page of the application, so it also tells the log whose messages to store. */
export function NotificationBell() {
  const { session } = useAuth()
  const { log, messages, readUpTo } = useNotifications()
  const [newAfter, setNewAfter] = useState<number | null>(null)
  const userId = session?.user.id
  useEffect(() => (userId ? log.keepFor(userId) : undefined), [log, userId])
  useLateRefresh()
  const unread = messages.filter(({ id }) => id > readUpTo).length
  const open = () => {
    setNewAfter(readUpTo)
    log.markRead()
  }
  const close = () => {
    setNewAfter(null)
    log.markRead()
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={open}
        className="relative grid size-11 flex-none cursor-pointer place-items-center rounded-full text-muted hover:text-ink"
      >
        <Bell aria-hidden className="size-5" strokeWidth={1.75} />
        <span className="sr-only">Notifications{unread > 0 && ` (${unread} new)`}</span>
        {unread > 0 && (
          <span
            aria-hidden
            className="absolute top-1 right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-accent px-1 text-sm leading-none font-medium text-on-accent tabular-nums ring-2 ring-paper"
          >
            {unread}
          </span>
        )}
      </button>
      {newAfter !== null &&
        // The bell is in the page's <header>, which must not contain the dialog's <header>.
        createPortal(
          <NotificationList messages={messages} newAfter={newAfter} onClear={log.clear} onClose={close} />,
          document.body,
        )}
    </>
  )
}

/** Also announces the end of a refresh that continued after its response. */
function useLateRefresh() {
  const toast = useToast()
  const queryClient = useQueryClient()
  const { data: late = 0 } = useQuery(lateRefreshQuery)
  const { data: progress } = useQuery({ ...refreshQuery, enabled: false })
  useEffect(() => {
    if (late === 0 || progress !== null) return
    queryClient.setQueryData(lateRefreshQuery.queryKey, 0)
    toast({ title: 'Refresh finished', description: `${counted(late, 'company', 'companies')} checked.` })
  }, [late, progress, queryClient, toast])
}

type Props = { messages: Notification[]; newAfter: number; onClear: () => void; onClose: () => void }

function NotificationList({ messages, newAfter, onClear, onClose }: Props) {
  const now = useNow()
  return (
    <Dialog title="Notifications" description="Kept on this device until you sign out." onClose={onClose}>
      {messages.length === 0 ? (
        <p className="text-muted">No notifications.</p>
      ) : (
        <>
          <ol
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
            tabIndex={0}
            aria-label="Notifications, newest first"
            className="max-h-[60dvh] overflow-y-auto rounded-sm"
          >
            {messages.map((message) => (
              <Item key={message.id} message={message} isNew={message.id > newAfter} now={now} />
            ))}
          </ol>
          <div>
            <Button onClick={onClear}>Clear</Button>
          </div>
        </>
      )}
    </Dialog>
  )
}

function Item({ message, isNew, now }: { message: Notification; isNew: boolean; now: Date }) {
  const { title, description, detail, variant } = message
  const at = new Date(message.id).toISOString()
  return (
    <li className="border-t border-line py-3 first:border-t-0 first:pt-0">
      <div className="flex items-baseline justify-between gap-4">
        <p className={cx('min-w-0 font-semibold wrap-anywhere', variant === 'destructive' && 'text-bad')}>
          {isNew && (
            <>
              <span aria-hidden className="mr-2 inline-block size-2 rounded-full bg-accent align-[1px]" />
              <span className="sr-only">New: </span>
            </>
          )}
          {title}
        </p>
        <time dateTime={at} title={dateAndTime(at)} className="flex-none text-sm text-muted tabular-nums">
          {relativeTime(at, now)}
        </time>
      </div>
      {description && <p className="text-sm wrap-anywhere text-muted">{description}</p>}
      {detail && <p className="text-sm wrap-anywhere text-muted">{detail}</p>}
    </li>
  )
}
