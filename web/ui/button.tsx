import type { ComponentProps, ReactNode } from 'react'
import { Link } from '@tanstack/react-router'

export type ButtonVariant = 'primary' | 'plain' | 'quiet' | 'danger'
type Size = 'normal' | 'large' | 'icon'

const base =
  'inline-flex items-center justify-center gap-2 rounded-md border font-medium whitespace-nowrap transition-colors ' +
  'cursor-pointer select-none disabled:cursor-default aria-disabled:cursor-default [&_svg]:size-4 [&_svg]:flex-none'

const variants: Record<ButtonVariant, string> = {
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

export const buttonClass = (variant: ButtonVariant = 'plain', size: Size = 'normal', extra?: string) =>
  cx(base, variants[variant], sizes[size], extra)

type Props = ComponentProps<'button'> & { variant?: ButtonVariant; size?: Size; busy?: boolean }

/** A busy button keeps its size and focus, and can't be pressed twice. */
export function Button({ variant, size, busy = false, className, children, onClick, type = 'button', ...rest }: Props) {
  return (
    <button
      {...rest}
      type={busy ? 'button' : type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={buttonClass(variant, size, className)}
    >
      {busy && <Spinner small />}
      {children}
    </button>
  )
}

type LinkButtonProps = {
  to: string
  children: ReactNode
  variant?: ButtonVariant
  size?: 'normal' | 'large'
  className?: string
  label?: string
}

export function LinkButton({ to, children, variant, size, className, label }: LinkButtonProps) {
  return (
    <Link to={to} aria-label={label} className={buttonClass(variant, size, className)}>
      {children}
    </Link>
  )
}

/** Loads a new document; for pages outside the application or with a different CSP. */
export function DocumentLinkButton({ to, children, variant, size, className, label }: LinkButtonProps) {
  return (
    <a href={to} aria-label={label} className={buttonClass(variant, size, className)}>
      {children}
    </a>
  )
}

export function Spinner({ small = false }: { small?: boolean }) {
  return (
    <span
      aria-hidden
      className={cx(
        'inline-block animate-spin rounded-full border-2 border-current border-t-transparent',
        small ? 'size-3.5' : 'size-6 text-accent',
      )}
    />
  )
}

/** Invisible at first, so that quick responses do not flicker. */
export function Waiting({ label = 'Loading' }: { label?: string }) {
  return (
    <Status className="appear-late grid min-h-[50vh] place-items-center">
      <Spinner />
      <span className="sr-only">{label}</span>
    </Status>
  )
}

/** A live region. An <output> element couldn't contain headings or other block elements. */
export function Status({ className, children }: { className?: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="status" className={className}>
      {children}
    </div>
  )
}

export const cx = (...classes: (string | false | null | undefined)[]) => classes.filter(Boolean).join(' ')
