import { useDeferredValue, useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from './button.tsx'

type Tab = { value: string; label: string; content: ReactNode }
type Props = {
  label: string
  tabs: Tab[]
  value: string
  onChange: (value: string) => void
  /** At the right end of the tabs. */
  end?: ReactNode
}

export function Tabs({ label, tabs, value, onChange, end }: Props) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const selected = tabs.findIndex((tab) => tab.value === value)
  // Deferred so that the tab is highlighted immediately, even if its content is slow to render.
  const shown = useDeferredValue(value)

  useEffect(() => {
    const tab = list.current?.children.item(selected)
    tab?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  }, [selected])

  const move = (event: KeyboardEvent) => {
    const next = target(event.key, selected, tabs.length)
    const tab = next === null ? undefined : tabs[next]
    if (!tab) return
    event.preventDefault()
    onChange(tab.value)
    ;(list.current?.children.item(next ?? 0) as HTMLElement | null)?.focus()
  }
  return (
    <>
      <div className="flex border-b border-line">
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          className="tab-strip flex min-w-0 gap-5 overflow-x-auto md:gap-7 whitespace-nowrap"
        >
          {tabs.map((tab, index) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-tab-${tab.value}`}
              aria-selected={index === selected}
              aria-controls={index === selected ? `${id}-panel` : undefined}
              tabIndex={index === selected ? 0 : -1}
              onClick={() => onChange(tab.value)}
              onKeyDown={move}
              className={cx(
                'h-11 flex-none cursor-pointer border-b-2 text-sm font-medium md:text-base transition-colors focus-visible:-outline-offset-2',
                index === selected ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {end && <div className="ml-auto flex flex-none items-center pl-5">{end}</div>}
      </div>
      <div
        key={shown}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${shown}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a panel can be reached as a whole
        tabIndex={0}
        className="pt-3 sm:pt-6 focus-visible:outline-offset-4"
      >
        {tabs.find((tab) => tab.value === shown)?.content}
      </div>
    </>
  )
}

function target(key: string, selected: number, count: number): number | null {
  if (key === 'ArrowRight') return (selected + 1) % count
  if (key === 'ArrowLeft') return (selected - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
