import { useDeferredValue, useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from './button.tsx'
import { UntilFound } from './until-found.tsx'

type Tab = { value: string; label: string; note?: ReactNode; content: ReactNode }
type Props = {
  label: string
  tabs: Tab[]
  value: string
  onChange: (value: string) => void
  /** At the right end of the tabs. */
  end?: ReactNode
  /** Keeps every panel in the document, where the browser’s own search finds it, below lower tabs. */
  keepsAll?: boolean
}

export function Tabs({ label, tabs, value, onChange, end, keepsAll = false }: Props) {
  const id = useId()
  const tabId = (tab: string) => `${id}-tab-${tab}`
  const panelId = (tab: string) => `${id}-panel-${tab}`
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
  const panel = (tab: Tab) => (
    <div
      key={tab.value}
      role="tabpanel"
      id={panelId(tab.value)}
      aria-labelledby={tabId(tab.value)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a panel can be reached as a whole
      tabIndex={0}
      className={cx('focus-visible:outline-offset-4', !keepsAll && 'pt-3 sm:pt-6')}
    >
      {tab.content}
    </div>
  )
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
              id={tabId(tab.value)}
              aria-selected={index === selected}
              aria-controls={keepsAll || index === selected ? panelId(tab.value) : undefined}
              tabIndex={index === selected ? 0 : -1}
              onClick={() => onChange(tab.value)}
              onKeyDown={move}
              className={cx(
                'h-11 flex-none cursor-pointer border-b-2 text-sm font-medium transition-colors focus-visible:-outline-offset-2',
                keepsAll ? 'md:h-10' : 'md:text-base',
                index === selected ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {tab.label}
              {tab.note}
            </button>
          ))}
        </div>
        {end && <div className="ml-auto flex flex-none items-center pl-5">{end}</div>}
      </div>
      {keepsAll
        ? tabs.map((tab, index) => (
            <UntilFound
              key={tab.value}
              isHidden={index !== selected}
              onFound={() => index !== selected && onChange(tab.value)}
            >
              {panel(tab)}
            </UntilFound>
          ))
        : tabs.filter((tab) => tab.value === shown).map(panel)}
    </>
  )
}

function target(key: string, selected: number, count: number): number | null {
  if (key === 'ArrowRight') return (selected + 1) % count
  if (key === 'ArrowLeft') return (selected - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
