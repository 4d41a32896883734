import { cx } from './class-names.ts'
import { Status } from './status.tsx'

/** Decoration only; whoever shows it says in words what is going on. */
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

/** A whole page or panel that is waiting. It stays invisible for a moment, so that quick answers do not flicker. */
export function Waiting({ label = 'Loading' }: { label?: string }) {
  return (
    <Status className="appear-late grid min-h-[50vh] place-items-center">
      <Spinner />
      <span className="sr-only">{label}</span>
    </Status>
  )
}
