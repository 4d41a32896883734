import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonLook = 'primary' | 'plain' | 'quiet' | 'danger'
type Size = 'normal' | 'large' | 'icon'

const base =
  'inline-flex items-center justify-center gap-2 rounded-md border font-medium whitespace-nowrap transition-colors ' +
  'cursor-pointer select-none disabled:cursor-default aria-disabled:cursor-default [&_svg]:size-4 [&_svg]:flex-none'

const looks: Record<ButtonLook, string> = {
  primary:
    'border-accent bg-accent text-on-accent hover:border-accent-strong hover:bg-accent-strong disabled:border-line-strong disabled:bg-line disabled:text-muted',
  plain:
    'border-line-strong bg-surface text-ink hover:border-control-line disabled:text-faint disabled:hover:border-line-strong',
  quiet: 'border-transparent bg-transparent text-muted hover:bg-sunk hover:text-ink',
  danger: 'border-bad bg-bad text-paper hover:opacity-90',
}

const sizes: Record<Size, string> = {
  normal: 'h-11 px-4 text-sm md:h-9 md:px-3.5',
  large: 'h-12 px-6 text-base',
  icon: 'size-11 md:size-9',
}

export const buttonClass = (look: ButtonLook = 'plain', size: Size = 'normal', extra?: string) =>
  cx(base, looks[look], sizes[size], extra)

type Props = ComponentProps<'button'> & { look?: ButtonLook; size?: Size; busy?: boolean }

/** A busy button keeps its place and its focus, and cannot be pressed twice. */
export function Button({
  look,
  size,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={buttonClass(look, size, className)}
    >
      {busy && <Spinner small />}
      {children}
    </button>
  )
}
