import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type'> & { label: string; isMixed?: boolean }

/** The platform's own box in a target big enough for a thumb. */
export function Checkbox({ label, isMixed = false, ...rest }: Props) {
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
