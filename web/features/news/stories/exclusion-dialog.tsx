import { useId, useState } from 'react'
import { MAX_PREVIEWED, type RulePreview, type IdentityCard, type ExclusionRule } from '#domain/news/overrides.ts'
import { publishedDate } from '#domain/time.ts'
import type { CompanyStory, Story } from '#domain/news/stories.ts'
import { Status } from '../../../ui/button.tsx'
import { Dialog, FormActions } from '../../../ui/overlays/dialog.tsx'
import { Loaded, LoadingLines } from '../../../ui/loaded.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { urlOf } from '#domain/endpoint.ts'
import { addRejection, previewRejections, removeRejection } from '#domain/news/endpoints.ts'
import { useApi } from '../../../api/context.ts'
import { formatNumber } from '../../../ui/text.ts'
import { failed, reasonOf } from '../../../api/api-error.ts'
import { useToast, type ToastMessage } from '../../../ui/overlays/toast.tsx'
import { refetchAfter, identityQuery } from '../overrides/queries.ts'
import { storiesQuery } from '../queries.ts'

type Props = { companyId: number; story: Pick<Story, 'id' | 'title'>; onDone: () => void; onClose: () => void }

export function NotMineDialog({ companyId, story, onDone, onClose }: Props) {
  const preview = useRulePreview(companyId, story.id)
  const { mutate: makeRule } = useMakeRule(companyId)
  const [chosen, setChosen] = useState(0)
  return (
    <Dialog title="Not my company" description={story.title} onClose={onClose}>
      <Loaded
        what="the preview"
        query={preview}
        loading={<LoadingLines label="Loading the preview" widths={['w-3/5', 'w-4/5']} />}
      >
        {(rules) => {
          const rule = rules[chosen]
          return (
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
                Only you are affected. You can undo this at any time under “How we identify this company”.
              </p>
              <FormActions action="Remove from my view" onCancel={onClose} />
            </form>
          )
        }}
      </Loaded>
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
        <label key={`${kind} ${value}`} className="flex min-h-11 min-w-0 cursor-pointer items-center gap-3 md:min-h-9">
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
      <Status className="text-sm font-medium">{previewText(rule)}</Status>
      {rule.stories.length > 0 && (
        <ul
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keys
          tabIndex={0}
          aria-label="Stories to hide"
          className="grid max-h-52 gap-2 overflow-y-auto rounded-md border border-line bg-sunk p-3 text-sm"
        >
          {rule.stories.map(({ id, title, publisher, publishedAt }) => (
            <li key={id} className="min-w-0 break-words">
              {title}
              <span className="block text-muted">
                {publisher && `${publisher} • `}
                {publishedDate(publishedAt)}
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

export function useRulePreview(companyId: number, storyId: number) {
  const api = useApi()
  const params = { id: companyId }
  return useQuery({
    queryKey: [urlOf(previewRejections, { params }), storyId],
    queryFn: () => api.call(previewRejections, { params, body: { storyId } }),
    staleTime: 0,
    gcTime: 0,
  })
}

export function useMakeRule(companyId: number) {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  const { queryKey } = storiesQuery(companyId)
  const params = { id: companyId }
  const settle = async (card: IdentityCard) => {
    queryClient.setQueryData(identityQuery(companyId).queryKey, card)
    await refetchAfter(queryClient, companyId)
  }

  return useMutation({
    scope: { id: `identity ${companyId}` },
    mutationFn: async (rule: RulePreview) => {
      const [first, ...others] = rulesOf(rule)
      let card = await api.call(addRejection, { params, body: first })
      for (const body of others) card = await api.call(addRejection, { params, body })
      return card
    },
    onMutate: async ({ stories }) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData<CompanyStory[]>(queryKey)
      const gone = new Set(stories.map(({ id }) => id))
      queryClient.setQueryData<CompanyStory[]>(queryKey, (list) => list?.filter(({ id }) => !gone.has(id)))
      return { before }
    },
    onSuccess: (card, rule, { before }) => {
      toast({ ...removed(rule), action: { label: 'Undo', onSelect: () => void takeBack(rule, before) } })
      return settle(card)
    },
    onError: (error, _rule, context) => {
      queryClient.setQueryData(queryKey, context?.before)
      toast(failed('The rule was not saved', reasonOf(error)))
    },
  })

  async function takeBack(rule: RulePreview, before: CompanyStory[] | undefined) {
    const after = queryClient.getQueryData<CompanyStory[]>(queryKey)
    if (before) queryClient.setQueryData(queryKey, before)
    try {
      const [first, ...others] = rulesOf(rule)
      for (const body of others) await api.call(removeRejection, { params, body })
      await settle(await api.call(removeRejection, { params, body: first }))
      toast({ title: 'The stories are back', description: 'The rule was removed.' })
    } catch (error) {
      queryClient.setQueryData(queryKey, after)
      toast(failed('The rule was not undone', reasonOf(error as Error)))
    }
  }
}

type SentRule = Pick<ExclusionRule, 'kind' | 'value'>

/** An event reported by several clusters of articles needs a rule for each of them. */
const rulesOf = ({ kind, value, alsoIds }: RulePreview): [SentRule, ...SentRule[]] => [
  { kind, value },
  ...alsoIds.map((id) => ({ kind, value: String(id) })),
]

const removed = ({ words, kind, count }: RulePreview): ToastMessage => ({
  title: count === 1 ? 'Story hidden' : `${formatNumber(count)} stories hidden`,
  description: kind === 'story' ? undefined : `${words}, from now on.`,
})

export function previewText({ count, thinned }: Pick<RulePreview, 'count' | 'thinned'>): string {
  const goes = count === 1 ? 'Hides 1 story' : `Hides ${formatNumber(count)} stories`
  const stays = thinned === 1 ? '1 stays with fewer articles' : `${formatNumber(thinned)} stay with fewer articles`
  return thinned === 0 ? `${goes}.` : `${goes}; ${stays}.`
}
