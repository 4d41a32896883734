import { Search, X } from 'lucide-react'
import { useId, useState, type KeyboardEvent, useEffect } from 'react'
import { QuickDialog, KeyCaps } from '../../ui/overlays/quick-dialog.tsx'
import { Status, cx } from '../../ui/button.tsx'
import { CompanyLogo } from '../companies/logo/company-logo.tsx'
import { type Command, groupsFor, isBlank, type CommandGroup } from './match.ts'
import { useCommands, useHasAccess, useRecent } from './use-commands.ts'
import { useCompanyHits, useNewsHits } from './use-hits.ts'
import type { ShortcutAction } from './use-shortcut-actions.ts'

/** News and signing out aren't listed among the recent choices. */
const isRemembered = ({ id }: Command) => !id.startsWith('news:') && id !== 'action:sign-out'

type PaletteProps = { onClose: () => void; onAction: (action: ShortcutAction) => void }

export function Palette({ onClose, onAction }: PaletteProps) {
  const [typed, setTyped] = useState('')
  const [pointedAt, pointAt] = useState<string | null>(null)
  const hasAccess = useHasAccess()
  const [recent, remember] = useRecent()
  const companies = useCompanyHits(typed, recent, hasAccess)
  const { pages, actions } = useCommands(onAction, hasAccess)
  const news = useNewsHits(typed, hasAccess)
  const list = useId()

  const groups = groupsFor({ companies, pages, actions }, typed, recent, news.commands)
  const commands = groups.flatMap((group) => group.commands)
  const at = Math.max(
    0,
    commands.findIndex(({ id }) => id === pointedAt),
  )
  const current = commands[at]

  const choose = (command: Command) => {
    if (isRemembered(command)) remember(command.id)
    onClose()
    command.run()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Enter' && current) choose(current)
    else if (!(event.key in STEPS)) return
    else pointAt(commands[STEPS[event.key]?.(at, commands.length) ?? 0]?.id ?? null)
    event.preventDefault()
  }
  return (
    <QuickDialog
      label="Search or jump"
      onClose={onClose}
      className="mx-auto mt-[12vh] mb-auto max-w-xl rounded-lg max-sm:mt-0 max-sm:max-w-none max-sm:rounded-t-none"
    >
      <div className="flex items-center gap-3 border-b border-line pl-4.5">
        <Search aria-hidden className="size-4.5 flex-none text-muted" />
        <input
          role="combobox"
          aria-label="Search companies, pages, actions and news"
          aria-expanded={commands.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={current && `${list}-${current.id}`}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            pointAt(null)
          }}
          onKeyDown={press}
          placeholder="Company, page, action or news"
          maxLength={200}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-faint"
        />
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="mr-1.5 grid size-11 flex-none cursor-pointer place-items-center rounded-md text-muted hover:text-ink"
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
      <Options id={list} groups={groups} current={current} onPoint={pointAt} onChoose={choose} />
      <Status className="sr-only">
        {!isBlank(typed) && (commands.length === 1 ? '1 result' : `${commands.length} results`)}
      </Status>
      {news.hasFailed && (
        <p className="border-t border-line px-4.5 py-3 text-sm text-muted">Could not search your news.</p>
      )}
      {commands.length === 0 && <p className="px-4.5 py-6 text-sm text-muted">Nothing found for “{typed.trim()}”.</p>}
    </QuickDialog>
  )
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

type Props = {
  id: string
  groups: CommandGroup[]
  current: Command | undefined
  onPoint: (id: string) => void
  onChoose: (command: Command) => void
}

function Options({ id, groups, current, onPoint, onChoose }: Props) {
  const pointedAt = current ? `${id}-${current.id}` : ''
  useEffect(() => {
    document.getElementById(pointedAt)?.scrollIntoView?.({ block: 'nearest', behavior: 'instant' })
  }, [pointedAt])
  return (
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select can hold no groups with pictures and keys
      role="listbox"
      tabIndex={-1}
      aria-label="Results"
      // Tapping an option must not move focus out of the input.
      onMouseDown={(event) => event.preventDefault()}
      className="max-h-[min(26rem,60dvh)] scroll-py-9 overflow-y-auto overscroll-contain p-1.5 empty:hidden"
    >
      {groups.map(({ name, commands }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is none of a listbox
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <div id={`${id}-${name}`} className="px-3 pt-3 pb-1.5 text-sm text-muted">
            {name}
          </div>
          {commands.map((command) => (
            <Option
              key={command.id}
              id={`${id}-${command.id}`}
              command={command}
              isCurrent={command.id === current?.id}
              onPoint={() => onPoint(command.id)}
              onChoose={() => onChoose(command)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type OptionProps = {
  id: string
  command: Command
  isCurrent: boolean
  onPoint: () => void
  onChoose: () => void
}

function Option({ id, command, isCurrent, onPoint, onChoose }: OptionProps) {
  const { label, marked, hint, keys, company, icon: Icon } = command
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the input has the focus and the keys
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="option"
      aria-selected={isCurrent}
      onPointerMove={isCurrent ? undefined : onPoint}
      onClick={onChoose}
      className={cx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 md:min-h-9',
        isCurrent && 'bg-accent-soft',
      )}
    >
      <span className="grid w-6 flex-none justify-items-center">
        {company ? (
          <CompanyLogo company={company} size="mini" />
        ) : (
          <Icon aria-hidden className="size-4 text-muted" strokeWidth={1.75} />
        )}
      </span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-3">
        <span className="line-clamp-2 break-words">
          {marked
            ? marked.map(({ text, hit }, index) =>
                hit ? (
                  // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text never change places
                  <mark key={index} className="bg-transparent font-semibold text-inherit">
                    {text}
                  </mark>
                ) : (
                  text
                ),
              )
            : label}
        </span>
        {hint && <span className="max-w-full truncate text-sm text-muted">{hint}</span>}
      </span>
      {keys && (
        <span aria-hidden className="ml-auto flex-none max-sm:hidden">
          <KeyCaps keys={keys} />
        </span>
      )}
    </div>
  )
}
