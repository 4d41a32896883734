import {
  createContext,
  lazy,
  Suspense,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type RefObject,
} from 'react'

export type ToastMessage = {
  title: string
  description?: string
  /** A second line, for what the fixed text of the situation cannot say. */
  detail?: string
  variant?: 'default' | 'destructive'
  /** The one thing that can be done about it while the toast is there. */
  action?: { label: string; onSelect: () => void }
}

export type ShownToast = ToastMessage & { id: number }

type Toasts = {
  show: (message: ToastMessage) => void
  setHost: (host: HTMLElement | null) => void
  log: NotificationLog
}

const ToastContext = createContext<Toasts | null>(null)

const load = () => import('./toast-view.tsx')
const ToastView = lazy(() => load().then((module) => ({ default: module.ToastView })))
const PRELOAD_AFTER_MS = 2000

/** Only one toast is shown at a time: a new one takes the place of the old. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ShownToast | null>(null)
  const [host, setHost] = useState<HTMLElement | null>(null)
  const [toasts] = useState<Toasts>(() => {
    let shown = 0
    const log = createNotificationLog()
    return {
      show: (message) => {
        shown += 1
        setToast({ ...message, id: shown })
        log.add(message, shown)
      },
      setHost,
      log,
    }
  })
  // The one that leaves, and not one that has come meanwhile.
  const forget = (id: number) => setToast((current) => (current?.id === id ? null : current))
  useEffect(() => {
    // Not needed for the first draw, but it has to be here by the time the network fails.
    // Where the network is gone already, the first toast tries once more.
    const timer = setTimeout(() => void load().catch(() => {}), PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <ToastContext value={toasts}>
      {children}
      {toast && (
        <Suspense>
          <ToastView toast={toast} host={host} onGone={() => forget(toast.id)} />
        </Suspense>
      )}
    </ToastContext>
  )
}

export function useToast(): Toasts['show'] {
  const toasts = use(ToastContext)
  if (!toasts) throw new Error('useToast must be used within a ToastProvider')
  return toasts.show
}

/** What the toasts of this session said, newest first. */
export function useNotifications() {
  const toasts = use(ToastContext)
  if (!toasts) throw new Error('useNotifications must be used within a ToastProvider')
  const { log } = toasts
  return { log, notifications: useSyncExternalStore(log.subscribe, log.list) }
}

/** The page behind a modal dialog is inert, so while one is open the toasts are shown inside it. */
export function useToastHost(element: RefObject<HTMLElement | null>): void {
  const toasts = use(ToastContext)
  useEffect(() => {
    toasts?.setHost(element.current)
    return () => toasts?.setHost(null)
  }, [toasts, element])
}

/** A message as it is kept: what could be done about it at the time is over. */
export type Notification = Omit<ToastMessage, 'action'> & { id: number; at: string }

const MOST_KEPT = 50

type NotificationLog = ReturnType<typeof createNotificationLog>

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
