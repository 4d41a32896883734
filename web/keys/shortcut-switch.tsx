import { useId } from 'react'
import { useShortcuts } from '../ui/shortcuts.ts'

/** Off for whoever triggers keys without meaning to, as people who dictate do (WCAG 2.1.4). */
export function ShortcutSwitch() {
  const [on, setOn] = useShortcuts()
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <input
        type="checkbox"
        id={id}
        checked={on}
        onChange={({ target }) => setOn(target.checked)}
        aria-describedby={`${id}-text`}
        className="mt-0.5 size-4.5 flex-none cursor-pointer accent-accent"
      />
      <div>
        <label htmlFor={id} className="cursor-pointer font-medium">
          Single-key shortcuts
        </label>
        <p id={`${id}-text`} className="text-sm text-muted">
          In this browser. Ctrl K and ⌘ K always work.
        </p>
      </div>
    </div>
  )
}
