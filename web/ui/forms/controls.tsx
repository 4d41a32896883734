import { useId, type ReactNode, useState, type ComponentProps, useEffect, type RefObject } from 'react'
import { Eye, EyeOff, ChevronDown, Search } from 'lucide-react'
import { cx } from '../button.tsx'

type Described = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }

type Props = {
  label: string
  hint?: ReactNode
  error?: string
  optional?: boolean
  children: (control: Described) => ReactNode
}

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

const inputClass =
  'h-11 w-full rounded-md border border-control-line bg-surface px-3 text-base text-ink placeholder:text-faint ' +
  'aria-invalid:border-bad disabled:bg-sunk disabled:text-muted'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cx(inputClass, className)} />
}

function PasswordInput({ className, ...rest }: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <input {...rest} type={shown ? 'text' : 'password'} className={cx(inputClass, 'pr-12', className)} />
      <button
        type="button"
        onClick={() => setShown(!shown)}
        aria-pressed={shown}
        aria-label="Show password"
        className="absolute inset-y-0 right-0 grid w-11 cursor-pointer place-items-center rounded-md text-muted hover:text-ink"
      >
        {shown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
      </button>
    </div>
  )
}

type TextFieldProps = Omit<Props, 'children'> & ComponentProps<'input'>

export function TextField({ label, hint, error, optional, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional}>
      {(control) => <Input {...control} {...input} />}
    </Field>
  )
}

type PasswordFieldProps = Pick<Props, 'label' | 'hint' | 'error'> & ComponentProps<'input'>

export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <PasswordInput {...control} {...input} />}
    </Field>
  )
}

/** Numeric, and autofilled by browsers that can read the code. */
export function CodeField(props: TextFieldProps) {
  return (
    <TextField
      required
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={10}
      className="tracking-widest tabular-nums"
      {...props}
    />
  )
}

/** Tells password managers whose password this is. */
export function UsernameHint({ email }: { email: string }) {
  return <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
}

type SelectProps = {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
  className?: string
  /** As tall as the inputs beside it. */
  isTall?: boolean
  /** Looks like text, where it is less important than what is beside it. */
  isQuiet?: boolean
  /** Called on hover or focus, before the list opens. */
  onReach?: () => void
}

export function Select(props: SelectProps) {
  const { label, value, onChange, children, className, isTall = false, isQuiet = false, onReach } = props
  return (
    <span className={cx('relative inline-flex min-w-0', className)}>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onFocus={onReach}
        onPointerEnter={onReach}
        className={cx(
          'h-11 w-full min-w-0 cursor-pointer appearance-none truncate rounded-md border text-base',
          isQuiet
            ? 'field-sizing-content border-transparent bg-transparent pr-5 pl-2 text-muted hover:text-ink max-md:text-sm'
            : 'border-control-line bg-surface pr-9 pl-3',
          !isTall && 'md:h-9 md:text-sm',
        )}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className={cx(
          'pointer-events-none absolute top-1/2 size-4 -translate-y-1/2 text-muted',
          isQuiet ? 'right-0' : 'right-3',
        )}
      />
    </span>
  )
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: string; isMixed?: boolean }

export function Checkbox({ label, isMixed = false, ...rest }: CheckboxProps) {
  return (
    <label className="grid size-11 cursor-pointer place-items-center">
      <input
        {...rest}
        type="checkbox"
        aria-label={label}
        ref={(box) => {
          if (box) box.indeterminate = isMixed
        }}
        className="size-4.5 cursor-pointer accent-accent"
      />
    </label>
  )
}

type SwitchProps = { label: string; checked: boolean; onChange: (checked: boolean) => void; children?: ReactNode }

export function Switch({ label, checked, onChange, children }: SwitchProps) {
  const id = useId()
  return (
    <>
      <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3 md:min-h-9">
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          aria-describedby={children ? id : undefined}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          className="relative h-5 w-9 flex-none cursor-pointer appearance-none rounded-full border border-control-line bg-sunk transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-control-line before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-on-accent"
        />
        {label}
      </label>
      {children && (
        <p id={id} className="mt-1 max-w-[62ch] text-muted">
          {children}
        </p>
      )}
    </>
  )
}

type SearchBoxProps = {
  label: string
  value: string
  onSearch: (text: string) => void
  maxLength: number
  waitMs: number
  placeholder?: string
  isTall?: boolean
  id?: string
  input?: RefObject<HTMLInputElement | null>
}

export function SearchBox({ label, value, onSearch, maxLength, waitMs, ...props }: SearchBoxProps) {
  const { placeholder = label, isTall = false, id, input } = props
  const [text, setText] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    if (text.trim() !== value) setText(value)
  }
  useEffect(() => {
    if (text.trim() === value) return
    const timer = setTimeout(() => onSearch(text.trim()), waitMs)
    return () => clearTimeout(timer)
  }, [text, value, onSearch, waitMs])
  return (
    <div className="relative min-w-0 flex-1 basis-60">
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <Input
        id={id}
        ref={input}
        type="search"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSearch(text.trim())
        }}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        className={cx('pl-9', !isTall && 'md:h-9 md:text-sm')}
      />
    </div>
  )
}
