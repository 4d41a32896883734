import { useId, type ReactNode } from 'react'

type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void; children: ReactNode }

/** On or off at once, with what it means underneath. */
export function Switch({ label, checked, onChange, children }: Props) {
  const id = useId()
  return (
    <>
      <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3 md:min-h-9">
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          aria-describedby={id}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          className="relative h-5 w-9 flex-none cursor-pointer appearance-none rounded-full border border-control-line bg-sunk transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-control-line before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-on-accent"
        />
        {label}
      </label>
      <p id={id} className="mt-1 max-w-[62ch] text-muted">
        {children}
      </p>
    </>
  )
}
