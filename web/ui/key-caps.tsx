import { Fragment } from 'react'

/** Keys as they stand on the keyboard, such as `g d`: one after the other. */
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
