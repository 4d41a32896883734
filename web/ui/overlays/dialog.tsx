import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { useToastHost } from './toast.tsx'
import { Button } from '../button.tsx'

type Props = {
  title: string
  description?: string
  /** Ask before typed text is lost through Escape, Close, or a click outside the dialog. */
  keepsText?: boolean
  onClose: () => void
  children: ReactNode
}

const FIRST =
  '[data-first-focus], input:not([type=file], [type=hidden], :disabled), textarea:not(:disabled), select:not(:disabled)'

/** A native modal dialog, which handles focus and Escape and makes the page behind it inert. Open while rendered. */
export function Dialog({ title, description, keepsText = false, onClose, children }: Props) {
  const element = useRef<HTMLDialogElement>(null)
  const hasTyped = useRef(false)
  const [asking, setAsking] = useState(false)
  const close = () => (keepsText && hasTyped.current ? setAsking(true) : onClose())
  const id = useId()
  useToastHost(element)
  useEffect(() => {
    const dialog = element.current
    const opener = document.activeElement
    if (dialog && !dialog.open) {
      dialog.showModal()
      // By default, the browser would focus the first focusable element, which is Close.
      dialog.querySelector<HTMLElement>(FIRST)?.focus()
    }
    const unlock = lockScrolling()
    return () => {
      unlock()
      dialog?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the platform's
    <dialog
      ref={element}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      onInput={() => {
        hasTyped.current = true
      }}
      onCancel={(event) => {
        if (event.target !== element.current) return
        event.preventDefault()
        close()
      }}
      onMouseDown={(event) => {
        if (event.target === element.current) close()
      }}
      className="dialog m-auto w-full max-w-lg rounded-lg border border-line bg-surface p-0 text-ink shadow-lift max-sm:mb-0 max-sm:max-w-none max-sm:rounded-b-none"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-6 max-sm:p-5">
        <header className="grid grid-cols-[1fr_auto] gap-x-4">
          <h2 id={`${id}-title`} className="text-xl">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            onClick={close}
            className="-mt-2.5 -mr-2.5 grid size-11 cursor-pointer place-items-center rounded-md text-muted hover:text-ink"
          >
            <X aria-hidden className="size-5" />
          </button>
          {description && (
            <p id={`${id}-text`} className="text-sm text-muted">
              {description}
            </p>
          )}
        </header>
        {children}
      </div>
      {asking && <DiscardQuestion onConfirm={onClose} onCancel={() => setAsking(false)} />}
    </dialog>
  )
}

/** Keeps the scroll bar's width as padding, so that nothing shifts sideways. */
export function lockScrolling() {
  const { style, clientWidth } = document.documentElement
  const before = { overflow: style.overflow, paddingRight: style.paddingRight }
  style.paddingRight = `${innerWidth - clientWidth}px`
  style.overflow = 'hidden'
  return () => Object.assign(style, before)
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="flex justify-end gap-3 max-sm:grid max-sm:grid-cols-2 max-sm:*:px-2">{children}</div>
}

type FormActionsProps = { action: string; variant?: 'primary' | 'danger'; busy?: boolean; onCancel: () => void }

export function FormActions({ action, variant = 'primary', busy, onCancel }: FormActionsProps) {
  return (
    <DialogActions>
      <Button onClick={onCancel}>Cancel</Button>
      <Button variant={variant} type="submit" busy={busy}>
        {action}
      </Button>
    </DialogActions>
  )
}

type FormDialogProps = Props &
  Omit<FormActionsProps, 'onCancel'> &
  Pick<ComponentProps<'form'>, 'noValidate' | 'onSubmit' | 'onChange'>

export function FormDialog(props: FormDialogProps) {
  const { noValidate, onSubmit, onChange, action, variant, busy, children, ...dialog } = props
  return (
    <Dialog {...dialog}>
      <form onSubmit={onSubmit} onChange={onChange} noValidate={noValidate} className="grid gap-5">
        {children}
        <FormActions action={action} variant={variant} busy={busy} onCancel={dialog.onClose} />
      </form>
    </Dialog>
  )
}

type ConfirmProps = {
  title: string
  text: string
  action: string
  cancel?: string
  onConfirm: () => void
  onCancel: () => void
}

/** Cancel has focus, so that pressing Enter is harmless. */
export function Confirm({ title, text, action, cancel = 'Cancel', onConfirm, onCancel }: ConfirmProps) {
  return (
    <Dialog title={title} description={text} onClose={onCancel}>
      <DialogActions>
        <Button data-first-focus onClick={onCancel}>
          {cancel}
        </Button>
        <Button variant="danger" onClick={onConfirm}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

export const DiscardQuestion = (answers: Pick<ConfirmProps, 'onConfirm' | 'onCancel'>) => (
  <Confirm
    title="Discard your changes?"
    text="What you typed has not been saved."
    action="Discard"
    cancel="Keep Editing"
    {...answers}
  />
)

type ConfirmButtonProps = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  question: Pick<ConfirmProps, 'title' | 'text' | 'action'>
  onConfirm: () => void
}

export function ConfirmButton({ question, onConfirm, ...button }: ConfirmButtonProps) {
  const [asking, setAsking] = useState(false)
  const confirmed = () => {
    setAsking(false)
    onConfirm()
  }
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)} />
      {asking && <Confirm {...question} onConfirm={confirmed} onCancel={() => setAsking(false)} />}
    </>
  )
}
