import { Dialog } from '../../ui/overlays/dialog.tsx'
import { KeyCaps } from '../../ui/overlays/quick-dialog.tsx'
import { useId } from 'react'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { ACTIONS, PAGES } from './registry.ts'

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Keyboard shortcuts"
      description="Shortcuts are off while you type or a dialog is open."
      onClose={onClose}
    >
      <ShortcutSwitch />
      {SHORTCUT_LIST.map(({ name, keys }) => (
        <section key={name}>
          <h3 className="mb-1.5 border-b border-line pb-1.5 text-base font-semibold">{name}</h3>
          <dl className="grid grid-cols-[4.5rem_1fr] items-center gap-x-4 gap-y-1.5">
            {keys.map(([key, text]) => (
              <div key={key} className="col-span-2 grid grid-cols-subgrid items-center">
                <dt>
                  <KeyCaps keys={key} />
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}

/** For users who trigger keys by accident, for example while dictating (WCAG 2.1.4). */
function ShortcutSwitch() {
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

type Shortcut = [keys: string, text: string]

export const SHORTCUT_LIST: { name: string; keys: Shortcut[] }[] = [
  {
    name: 'Anywhere',
    keys: [
      ['Ctrl K', 'Search or jump (⌘ K on a Mac)'],
      ['/', 'Search'],
      ...Object.values(ACTIONS).map(({ keys, help }): Shortcut => [keys, help]),
    ],
  },
  {
    name: 'Go to',
    keys: PAGES.flatMap(({ keys, label }): Shortcut[] => (keys ? [[keys, label]] : [])),
  },
  {
    name: 'In a list or on a company',
    keys: [
      ['j', 'Next'],
      ['k', 'Previous'],
      ['o', 'Open'],
      ['r', 'Refresh this company'],
      ['e', 'Edit this company'],
      ['#', 'Remove this company (asks first)'],
      ['x', 'Select, in the full table'],
    ],
  },
  {
    name: 'In the news of the day',
    keys: [
      ['s', 'Open the first source'],
      ['u', 'Mark as read or unread'],
      ['U', 'Mark all as read'],
      ['f', 'Open or close the filters'],
      ['.', 'More actions'],
      ['c', 'Copy sentence and link'],
      ['x', 'Not my company'],
    ],
  },
]
