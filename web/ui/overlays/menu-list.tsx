import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { Fragment, useState, type ReactNode } from 'react'
import { cx } from '../button.tsx'

export type MenuItem = {
  label: string
  onSelect: () => void
  checked?: boolean
  icon?: LucideIcon
  /** The key that does the same. */
  keys?: string
  /** Set apart from the items above. */
  startsGroup?: boolean
}

const itemClass =
  'flex h-11 cursor-pointer items-center gap-2.5 rounded-sm px-3 text-sm outline-none data-highlighted:bg-sunk data-highlighted:text-accent md:h-9'

type Props = { trigger: ReactNode; items: MenuItem[]; note?: ReactNode; className?: string | undefined }

/** Not modal, because a modal menu would lock scrolling with a style element, which the CSP forbids. */
export function MenuList({ trigger, items, note, className }: Props) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      {/* A key of ours clicks it, which a menu wouldn't take for a press. */}
      <Radix.Trigger asChild onClick={({ detail }) => detail === 0 && setOpen(true)}>
        {trigger}
      </Radix.Trigger>
      <Radix.Content
        align="end"
        sideOffset={6}
        className={cx('fade-in z-30 min-w-44 border border-line bg-surface shadow-lift', className ?? 'rounded-md p-1')}
      >
        {items.map(({ label, onSelect, checked, icon: Icon, keys, startsGroup = false }) =>
          checked === undefined ? (
            <Fragment key={label}>
              {startsGroup && <Radix.Separator className="mx-2.5 my-1.5 border-t border-line" />}
              <Radix.Item onSelect={onSelect} className={itemClass}>
                {Icon && <Icon aria-hidden className="size-4 flex-none text-muted" strokeWidth={1.75} />}
                <span className="min-w-0 truncate">{label}</span>
                {keys && (
                  <span aria-hidden className="ml-auto pl-3 text-faint">
                    {keys}
                  </span>
                )}
              </Radix.Item>
            </Fragment>
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
            <Radix.Separator className="mx-2.5 my-1.5 border-t border-line" />
            <p className="px-2.5 pt-1 pb-1.5 text-sm text-muted">{note}</p>
          </>
        )}
      </Radix.Content>
    </Radix.Root>
  )
}
