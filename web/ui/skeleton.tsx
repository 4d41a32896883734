import { cx } from './class-names.ts'

/** A grey stand-in for a line or a picture. It appears only after 150 ms (styles.css), so quick answers never flash. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx('block rounded-sm bg-line', className)} />
}
