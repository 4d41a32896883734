import type { ReactNode } from 'react'

type Props = { checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }

export function Checkbox({ checked, onChange, children }: Props) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-2.5 text-sm md:min-h-9">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-accent"
      />
      {children}
    </label>
  )
}
