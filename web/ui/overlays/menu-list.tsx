import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from '../button.tsx'

export type MenuItem = { label: string; onSelect: () => void; checked?: boolean }

const itemClass =
  'flex h-11 cursor-pointer items-center gap-2.5 rounded-sm px-3 text-sm outline-none data-highlighted:bg-sunk data-highlighted:text-accent md:h-9'

/** Not modal, because a modal menu would lock scrolling with a style element, which the CSP forbids. */
export function MenuList({ trigger, items, note }: { trigger: ReactNode; items: MenuItem[]; note?: string }) {
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        align="end"
        sideOffset={6}
        className="fade-in z-30 max-w-74 min-w-44 rounded-md border border-line bg-surface p-1 shadow-lift"
      >
        {items.map(({ label, onSelect, checked }) =>
          checked === undefined ? (
            <Radix.Item key={label} onSelect={onSelect} className={itemClass}>
              <span className="truncate">{label}</span>
            </Radix.Item>
          ) : (
            <Radix.CheckboxItem
              key={label}
              checked={checked}
              onCheckedChange={onSelect}
              onSelect={(event) => event.preventDefault()}
              className={itemClass}
            >
              <Check aria-hidden className={cx('size-4', !checked && 'invisible')} />
              {label}
            </Radix.CheckboxItem>
          ),
        )}
        {note && (
          <>
            <Radix.Separator className="mx-3 my-1 border-t border-line" />
            <p className="px-3 py-1.5 text-sm text-muted">{note}</p>
          </>
        )}
      </Radix.Content>
    </Radix.Root>
  )
}
