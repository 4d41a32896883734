import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { cx } from './class-names.ts'

const look =
  'h-11 w-full rounded-md border border-control-line bg-surface px-3 text-base text-ink placeholder:text-faint ' +
  'aria-invalid:border-bad disabled:bg-sunk disabled:text-muted'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={cx(look, className)} />
}

export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <input {...rest} type={shown ? 'text' : 'password'} className={cx(look, 'pr-12', className)} />
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
