import { useId, type ReactNode } from 'react'

type Described = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }

type Props = {
  label: string
  hint?: ReactNode
  error?: string
  optional?: boolean
  children: (control: Described) => ReactNode
}

/** Label, hint and error of one control, tied together for those who cannot see them side by side. */
export function Field({ label, hint, error, optional = false, children }: Props) {
  const id = useId()
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`]
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': describedBy })}
      {error && (
        <p id={errorId} className="text-sm text-bad">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
