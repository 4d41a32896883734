import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Notification } from '#domain/mailings/notifications.ts'
import { DAY_MS, dateAndTime, relativeTime } from '#domain/time.ts'
import { useProfile } from '../features/account/queries.ts'
import { notificationsQuery } from '../features/mailings/queries.ts'
import { refreshQuery } from '../features/news/queries.ts'
import { lateRefreshQuery } from '../features/news/refresh.ts'
import { eventAnchor } from '../features/news/stories/use-named-event.ts'
import { paths } from '../paths.ts'
import { LoadingLines, Loaded } from '../ui/loaded.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { useToast } from '../ui/overlays/toast.tsx'
import { useNow } from '../ui/page.tsx'
import { createPreference } from '../ui/preference.ts'
import { counted } from '../ui/text.ts'

/** The time up to which this device has shown them. */
const shownUpTo = createPreference('tidings-notified')
/** A device that has never shown them counts the last week's as new. */
const NEW_FOR_MS = 7 * DAY_MS

export function NotificationBell() {
  const { profile } = useProfile()
  const query = useQuery({ ...notificationsQuery, enabled: profile?.entitlement.hasAccess === true })
  const upTo = shownUpTo.useValue()
  const now = useNow()
  const [newAfter, setNewAfter] = useState<string | null>(null)
  useLateRefresh()
  const since = upTo ?? new Date(now.getTime() - NEW_FOR_MS).toISOString()
  const unread = query.data?.filter((each) => isNew(each, since)).length ?? 0
  const latest = query.data?.[0]?.at
  const open = () => {
    setNewAfter(since)
    if (latest && latest > since) shownUpTo.write(latest)
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
          <Dialog title="Notifications" onClose={() => setNewAfter(null)}>
            <Loaded
              what="your notifications"
              query={query}
              loading={<LoadingLines label="Loading notifications" widths={['w-3/4', 'w-1/2', 'w-2/3']} />}
            >
              {(all) => <List all={all} newAfter={newAfter} now={now} onLeave={() => setNewAfter(null)} />}
            </Loaded>
          </Dialog>,
          document.body,
        )}
    </>
  )
}

/** What you started yourself doesn't need your attention. */
const isNew = ({ kind, at, isRead }: Notification, since: string) =>
  (kind === 'alert' || kind === 'update') && !isRead && at > since

/** Announces the end of a refresh that continued after its response. */
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

type Props = { all: Notification[]; newAfter: string; now: Date; onLeave: () => void }

function List({ all, newAfter, now, onLeave }: Props) {
  return (
    <>
      {all.length === 0 ? (
        <p className="max-w-[46ch] text-muted">
          Nothing in the last 30 days. Your alerts, updates from founders and finished imports appear here.
        </p>
      ) : (
        <ol
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          tabIndex={0}
          aria-label="Notifications, newest first"
          className="-mx-3 -mt-3 max-h-[60dvh] overflow-y-auto rounded-sm"
        >
          {all.map((each) => (
            <Item key={each.id} notification={each} isNew={isNew(each, newAfter)} now={now} onLeave={onLeave} />
          ))}
        </ol>
      )}
      <div>
        <Link
          to={paths.email}
          onClick={onLeave}
          className="inline-flex min-h-11 items-center text-sm font-medium text-accent underline-offset-4 hover:underline"
        >
          Alert settings
        </Link>
      </div>
    </>
  )
}

type ItemProps = { notification: Notification; isNew: boolean; now: Date; onLeave: () => void }

function Item({ notification, isNew: isUnread, now, onLeave }: ItemProps) {
  const { title, text, at } = notification
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        {...placeOf(notification)}
        onClick={onLeave}
        className="grid gap-x-4 rounded-md px-3 py-3 hover:bg-sunk sm:grid-cols-[minmax(0,1fr)_auto]"
      >
        <span className="min-w-0 font-serif font-semibold wrap-anywhere">
          {isUnread && (
            <>
              <span aria-hidden className="mr-2 inline-block size-2 rounded-full bg-accent align-[1px]" />
              <span className="sr-only">New: </span>
            </>
          )}
          {title}
        </span>
        <time dateTime={at} title={dateAndTime(at)} className="text-sm text-muted tabular-nums max-sm:order-last">
          {relativeTime(at, now)}
        </time>
        <span className="text-sm wrap-anywhere text-muted sm:col-span-2">{text}</span>
      </Link>
    </li>
  )
}

function placeOf({ kind, companyId, storyId, updateId }: Notification): { to: string; hash?: string } {
  if (updateId !== null) return { to: paths.update(updateId) }
  if (companyId !== null)
    return { to: paths.company(companyId), ...(storyId !== null && { hash: eventAnchor(storyId) }) }
  if (kind === 'update') return { to: paths.updates }
  return { to: kind === 'import' ? paths.upload : paths.dashboard }
}
