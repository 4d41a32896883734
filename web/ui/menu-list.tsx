import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

export type MenuItem = { label: string; onSelect: () => void }

/** Not modal: a modal menu would lock scrolling with a style element, which the content policy refuses. */
export function MenuList({ trigger, items }: { trigger: ReactNode; items: MenuItem[] }) {
  return (
    <Radix.Root modal={false} defaultOpen>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Content
        align="end"
        sideOffset={6}
        className="fade-in z-30 min-w-44 rounded-md border border-line bg-surface p-1 shadow-lift"
      >
        {items.map(({ label, onSelect }) => (
          <Radix.Item
            key={label}
            onSelect={onSelect}
            className="flex h-11 cursor-pointer items-center rounded-sm px-3 text-sm outline-none data-highlighted:bg-sunk data-highlighted:text-accent md:h-9"
          >
            {label}
          </Radix.Item>
        ))}
      </Radix.Content>
    </Radix.Root>
  )
}
