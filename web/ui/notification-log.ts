import type { ToastMessage } from './toast.tsx'

/** A message as it is kept: what could be done about it at the time is over. */
export type Notification = Omit<ToastMessage, 'action'> & { id: number; at: string }

const MOST_KEPT = 50

export type NotificationLog = ReturnType<typeof createNotificationLog>

/** The messages of this session, newest first, for those that went by too fast to read. Nothing is stored. */
export function createNotificationLog() {
  let kept: Notification[] = []
  let owner: string | null = null
  const listeners = new Set<() => void>()
  const become = (next: Notification[]) => {
    kept = next
    for (const listener of listeners) listener()
  }
  return {
    list: () => kept,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add: ({ action: _over, ...message }: ToastMessage, id: number) =>
      become([{ ...message, id, at: new Date().toISOString() }, ...kept].slice(0, MOST_KEPT)),
    clear: () => become([]),
    /** On a shared browser nobody reads what another person was told. */
    keepFor(userId: string) {
      if (owner !== null && owner !== userId) become([])
      owner = userId
    },
  }
}
