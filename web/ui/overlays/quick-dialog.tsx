import { useEffect, useRef, type KeyboardEvent, type ReactNode, Fragment } from 'react'
import { cx } from '../button.tsx'
import { lockScrolling } from './dialog.tsx'
import { useToastHost } from './toast.tsx'

type Props = { label: string; onClose: () => void; className?: string; children: ReactNode }

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled)'

/** A native modal dialog makes the page inert, which is slow on large pages, so this one traps focus itself. */
export function QuickDialog({ label, onClose, className, children }: Props) {
  const element = useRef<HTMLDivElement>(null)
  useToastHost(element)
  useEffect(() => {
    const opener = document.activeElement
    element.current?.querySelector('input')?.focus()
    const unlock = lockScrolling()
    return () => {
      unlock()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onClose()
    else if (event.key !== 'Tab' || !goRound(element.current, event.shiftKey)) return
    event.preventDefault()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the ground behind the dialog; Escape does the same
    <div
      className="backdrop fixed inset-0 z-40 flex flex-col print:hidden"
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of whatever is inside come through here */}
      <div
        ref={element}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- for the reason above
        role="dialog"
        aria-modal
        aria-label={label}
        onKeyDown={press}
        className={cx('dialog-rise w-full border border-line bg-surface text-ink shadow-lift', className)}
      >
        {children}
      </div>
    </div>
  )
}

function goRound(within: HTMLElement | null, isBack: boolean): boolean {
  const all = [...(within?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])]
  const edge = isBack ? all[0] : all.at(-1)
  if (document.activeElement !== edge) return false
  ;(isBack ? all.at(-1) : all[0])?.focus()
  return true
}

export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      {keys.split(' ').map((key, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- they never change places
        <Fragment key={index}>
          {index > 0 && ' '}
          <kbd className="inline-grid h-5.5 min-w-5.5 place-items-center rounded-sm border border-line-strong bg-surface px-1.5 font-sans text-sm leading-none text-muted">
            {key}
          </kbd>
        </Fragment>
      ))}
    </span>
  )
}
