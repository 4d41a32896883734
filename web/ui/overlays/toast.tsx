import { createContext, use, useEffect, useState, type ReactNode, type RefObject } from 'react'
import { lazyComponent } from '../lazy.tsx'

export type ToastMessage = {
  title: string
  description?: string
  detail?: string
  variant?: 'default' | 'destructive'
  action?: { label: string; onSelect: () => void }
}

export type ShownToast = ToastMessage & { id: number }

type Toasts = {
  show: (message: ToastMessage) => void
  /** Returns a function that removes the host again. */
  enterHost: (host: HTMLElement) => () => void
}

const ToastContext = createContext<Toasts | null>(null)

const ToastView = lazyComponent(() => import('./toast-view.tsx'), 'ToastView')
const PRELOAD_AFTER_MS = 2000

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<ShownToast | null>(null)
  const [hosts, setHosts] = useState<HTMLElement[]>([])
  const [toasts] = useState<Toasts>(() => {
    let shown = 0
    return {
      show: (message) => {
        shown += 1
        setToast({ ...message, id: shown })
      },
      enterHost: (host) => {
        setHosts((open) => [...open, host])
        return () => setHosts((open) => open.filter((other) => other !== host))
      },
    }
  })
  const forget = (id: number) => setToast((current) => (current?.id === id ? null : current))
  useEffect(() => {
    // Preloaded, because toasts must still work when the network fails.
    const timer = setTimeout(ToastView.preload, PRELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <ToastContext value={toasts}>
      {children}
      {toast && <ToastView toast={toast} host={hosts.at(-1) ?? null} onGone={() => forget(toast.id)} />}
    </ToastContext>
  )
}

export function useToast(): Toasts['show'] {
  const toasts = use(ToastContext)
  if (!toasts) throw new Error('useToast must be used within a ToastProvider')
  return toasts.show
}

/** The page behind a modal dialog is inert, so toasts are shown inside the dialog. */
export function useToastHost(element: RefObject<HTMLElement | null>): void {
  const toasts = use(ToastContext)
  useEffect(() => {
    return element.current ? toasts?.enterHost(element.current) : undefined
  }, [toasts, element])
}
