import { useEffect, useRef, type ComponentProps } from 'react'

type Props = Omit<ComponentProps<'form'>, 'className' | 'aria-label' | 'ref'> & { label: string }

/** A form that opens in a panel in place of a button: it takes the button's focus and gives it back. */
export function PanelForm({ label, ...props }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const panel = form.current?.closest('section')
    form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    return () => {
      // The button appears only after the form has left.
      setTimeout(() => {
        if (document.activeElement === document.body) panel?.querySelector('button')?.focus()
      })
    }
  }, [])
  return (
    <form
      ref={form}
      aria-label={label}
      className="mb-6 grid gap-5 rounded-md border border-line p-4.5 sm:p-6"
      {...props}
    />
  )
}
