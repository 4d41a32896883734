import { useEffect } from 'react'
import { cx } from '../ui/class-names.ts'
import { KeyCaps } from '../ui/key-caps.tsx'
import type { Choice, Group } from './choice.ts'

type Props = {
  id: string
  groups: Group[]
  current: Choice | undefined
  onPoint: (id: string) => void
  onChoose: (choice: Choice) => void
}

/** The list under the input. The focus stays there; what is current is only pointed at. */
export function Options({ id, groups, current, onPoint, onChoose }: Props) {
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
      // A tap on an option must not take the focus out of the input.
      onMouseDown={(event) => event.preventDefault()}
      className="max-h-[min(26rem,60dvh)] scroll-py-9 overflow-y-auto overscroll-contain p-1.5 empty:hidden"
    >
      {groups.map(({ name, choices }) => (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is none of a listbox
        <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
          <div id={`${id}-${name}`} className="px-3 pt-3 pb-1.5 text-sm text-muted">
            {name}
          </div>
          {choices.map((choice) => (
            <Option
              key={choice.id}
              id={`${id}-${choice.id}`}
              choice={choice}
              isCurrent={choice.id === current?.id}
              onPoint={() => onPoint(choice.id)}
              onChoose={() => onChoose(choice)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type OptionProps = {
  id: string
  choice: Choice
  isCurrent: boolean
  onPoint: () => void
  onChoose: () => void
}

function Option({ id, choice, isCurrent, onPoint, onChoose }: OptionProps) {
  const { label, marked, hint, keys, icon: Icon } = choice
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
      <Icon aria-hidden className="size-4 flex-none text-muted" strokeWidth={1.75} />
      <span className="line-clamp-2 min-w-0 break-words">
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
      {hint && <span className="min-w-0 shrink-99 truncate text-sm text-muted">{hint}</span>}
      {keys && (
        <span aria-hidden className="ml-auto flex-none max-sm:hidden">
          <KeyCaps keys={keys} />
        </span>
      )}
    </div>
  )
}
