import { useId, useState } from 'react'
import { MAX_PREVIEWED, type RulePreview } from '#domain/news/overrides.ts'
import { shortDate } from '#domain/time.ts'
import type { Story } from '#domain/news/stories.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Status } from '../ui/status.tsx'
import { previewWords, useMakeRule, useRulePreview } from './not-mine.ts'

type Props = { companyId: number; story: Story; onDone: () => void; onClose: () => void }

/** Asks how much is not about the company: the story, its publisher or a longer name; and shows what goes. */
export function NotMineDialog({ companyId, story, onDone, onClose }: Props) {
  const { data: rules, error, refetch } = useRulePreview(companyId, story.id)
  const { mutate: makeRule } = useMakeRule(companyId)
  const [chosen, setChosen] = useState(0)
  const rule = rules?.[chosen]
  return (
    <Dialog title="Not my company" description={story.title} onClose={onClose}>
      {error && !rules ? (
        <LoadFailure what="what would leave your view" error={error} onRetry={() => void refetch()} />
      ) : !rules ? (
        <Status className="appear-late grid gap-3">
          <span className="sr-only">Loading what would leave your view</span>
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-4/5" />
        </Status>
      ) : (
        <form
          className="grid grid-cols-[minmax(0,1fr)] gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            if (!rule) return
            makeRule(rule)
            onDone()
          }}
        >
          <RuleChoice rules={rules} chosen={chosen} onChoose={setChosen} />
          {rule && <Preview rule={rule} />}
          <p className="text-sm text-muted">
            This counts for you alone. You can undo it at any time under “How we know it”.
          </p>
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" type="submit">
              Remove from my view
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  )
}

type ChoiceProps = { rules: RulePreview[]; chosen: number; onChoose: (number: number) => void }

function RuleChoice({ rules, chosen, onChoose }: ChoiceProps) {
  const name = useId()
  return (
    <fieldset className="grid min-w-0">
      <legend className="mb-1 text-sm font-medium">What is not about your company?</legend>
      {rules.map(({ kind, value, words }, number) => (
        <label
          key={`${kind} ${value}`}
          className="flex min-h-11 min-w-0 cursor-pointer items-center gap-3 md:min-h-9"
        >
          <input
            type="radio"
            name={name}
            className="size-4 flex-none accent-accent"
            checked={number === chosen}
            onChange={() => onChoose(number)}
          />
          <span className="min-w-0 break-words">{words}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Preview({ rule }: { rule: RulePreview }) {
  const rest = rule.count - rule.stories.length
  return (
    <div className="grid min-w-0 gap-2">
      <Status className="text-sm font-medium">{previewWords(rule)}</Status>
      {rule.stories.length > 0 && (
        <ul
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
          tabIndex={0}
          aria-label="Stories that leave your view"
          className="grid max-h-52 gap-2 overflow-y-auto rounded-md border border-line bg-sunk p-3 text-sm"
        >
          {rule.stories.map(({ id, title, publisher, publishedAt }) => (
            <li key={id} className="min-w-0 break-words">
              {title}
              <span className="block text-muted">
                {publisher && `${publisher} • `}
                {shortDate(publishedAt)}
              </span>
            </li>
          ))}
          {rest > 0 && (
            <li className="text-muted">
              and {rest} more; the newest {MAX_PREVIEWED} are shown
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
