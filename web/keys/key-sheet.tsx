import { Dialog } from '../ui/dialog.tsx'
import { KeyCaps } from '../ui/key-caps.tsx'
import { KEY_LIST } from './key-list.ts'
import { ShortcutSwitch } from './shortcut-switch.tsx'

/** All keys on one sheet, and the switch that turns them off. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Keyboard shortcuts"
      description="They are off while you type or a dialog is open."
      onClose={onClose}
    >
      <ShortcutSwitch />
      {KEY_LIST.map(({ name, keys }) => (
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
