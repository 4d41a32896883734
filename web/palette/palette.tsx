import { Search, X } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { QuickDialog } from '../ui/quick-dialog.tsx'
import { Status } from '../ui/status.tsx'
import type { Choice } from './choice.ts'
import { groupsFor } from './groups.ts'
import { isBlank } from './match.ts'
import { Options } from './options.tsx'
import { useChoices, type Deeds } from './use-choices.ts'
import { useCompanyHits } from './use-company-hits.ts'
import { useMayUse } from './use-may-use.ts'
import { useNewsHits } from './use-news-hits.ts'
import { useRecent } from './use-recent.ts'

/** Remembered as places and deeds only; what somebody looked for in the news is not. */
const isRemembered = ({ id }: Choice) => !id.startsWith('news:') && id !== 'action:sign-out'

/** Finds a company, a page, a deed or news, and goes there: the combobox with a list of the ARIA practices. */
export function Palette({ onClose, ...deeds }: Deeds & { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [pointedAt, pointAt] = useState<string | null>(null)
  const mayUse = useMayUse()
  const [recent, remember] = useRecent()
  const companies = useCompanyHits(typed, recent, mayUse)
  const { pages, actions } = useChoices(deeds, mayUse)
  const news = useNewsHits(typed, mayUse)
  const list = useId()

  const groups = groupsFor({ companies, pages, actions }, typed, recent, news.choices)
  const choices = groups.flatMap((group) => group.choices)
  const at = Math.max(
    0,
    choices.findIndex(({ id }) => id === pointedAt),
  )
  const current = choices[at]

  const choose = (choice: Choice) => {
    if (isRemembered(choice)) remember(choice.id)
    onClose()
    choice.run()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)
      return
    if (event.key === 'Enter' && current) choose(current)
    else if (!(event.key in STEPS)) return
    else pointAt(choices[STEPS[event.key]?.(at, choices.length) ?? 0]?.id ?? null)
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
          aria-expanded={choices.length > 0}
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
        {!isBlank(typed) && (choices.length === 1 ? '1 result' : `${choices.length} results`)}
      </Status>
      {news.hasFailed && (
        <p className="border-t border-line px-4.5 py-3 text-sm text-muted">
          Your news could not be searched just now.
        </p>
      )}
      {choices.length === 0 && (
        <p className="px-4.5 py-6 text-sm text-muted">Nothing found for “{typed.trim()}”.</p>
      )}
    </QuickDialog>
  )
}

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}
