import type { Morning } from '#domain/news/morning/morning.ts'
import { Button } from '../../../ui/button.tsx'
import { useReadAll } from './use-reading.ts'

export function MarkAllRead({ morning: { events, asOf } }: { morning: Morning }) {
  const { readAll, isPending, hasUnread } = useReadAll(events, asOf)
  if (!hasUnread && !isPending) return null
  return (
    <Button variant="quiet" aria-keyshortcuts="U" busy={isPending} onClick={readAll} className="-mr-3.5 max-sm:hidden">
      Mark all as read
    </Button>
  )
}
