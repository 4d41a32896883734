import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { buttonClass, cx } from '../button.tsx'
import type { ShownToast } from './toast.tsx'

export const TOAST_DURATION_MS = 5000
export const TOAST_SWIPE_THRESHOLD = 50
const EXIT_MS = 200

type Props = { toast: ShownToast; host: HTMLElement | null; onGone: () => void }

export function ToastView({ toast, host, onGone }: Props) {
  return (
    <Radix.Provider duration={TOAST_DURATION_MS} swipeThreshold={TOAST_SWIPE_THRESHOLD} swipeDirection="right">
      <ToastCard key={toast.id} toast={toast} onGone={onGone} />
      {createPortal(
        <Radix.Viewport className="fixed right-0 bottom-0 z-40 w-full max-w-100 p-4 outline-none max-md:top-0 max-md:bottom-auto" />,
        host ?? document.body,
      )}
    </Radix.Provider>
  )
}

function ToastCard({ toast, onGone }: Pick<Props, 'toast' | 'onGone'>) {
  const [open, setOpen] = useState(true)
  useEffect(() => {
    if (open) return
    const timer = setTimeout(onGone, EXIT_MS)
    return () => clearTimeout(timer)
  }, [open, onGone])
  const destructive = toast.variant === 'destructive'
  return (
    <Radix.Root
      open={open}
      onOpenChange={setOpen}
      type={destructive ? 'foreground' : 'background'}
      data-variant={toast.variant ?? 'default'}
      className={cx(
        'toast grid grid-cols-[1fr_auto] gap-x-3 rounded-md border bg-surface py-3.5 pr-2 pl-4 shadow-lift',
        destructive ? 'border-bad' : 'border-line-strong',
      )}
    >
      <Radix.Title className={cx('font-semibold', destructive && 'text-bad')}>{toast.title}</Radix.Title>
      <Radix.Close
        aria-label="Close"
        className="row-span-3 -my-1.5 grid size-11 cursor-pointer place-items-center rounded-md text-muted hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </Radix.Close>
      {toast.description && (
        <Radix.Description className="text-sm break-words text-muted">{toast.description}</Radix.Description>
      )}
      {toast.detail && <p className="text-sm break-words text-muted">{toast.detail}</p>}
      {toast.action && (
        <Radix.Action
          altText={`${toast.action.label}: press F8 to reach this message`}
          onClick={toast.action.onSelect}
          className={buttonClass('plain', 'normal', 'col-start-1 mt-2 justify-self-start')}
        >
          {toast.action.label}
        </Radix.Action>
      )}
    </Radix.Root>
  )
}
