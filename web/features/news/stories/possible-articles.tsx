import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answerPossibleArticle, listPossibleArticles } from '#domain/news/possible-article-endpoints.ts'
import type { PossibleArticle } from '#domain/news/possible-articles.ts'
import { publishedDate } from '#domain/time.ts'
import { failed, reasonOf } from '../../../api/api-error.ts'
import { query, useApi } from '../../../api/context.ts'
import { Button } from '../../../ui/button.tsx'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { refetchAfter } from '../overrides/queries.ts'
import { SourceLink } from '../source-link.tsx'

const possibleArticlesQuery = (companyId: number) => query(listPossibleArticles, { params: { id: companyId } })

/** Articles that name the company, but in the words of another trade. */
export function PossibleArticles({ company }: { company: { id: number; name: string } }) {
  const { data = [] } = useQuery(possibleArticlesQuery(company.id))
  const { mutate: answer, isPending } = useAnswer(company.id)
  if (data.length === 0) return null
  return (
    <section aria-labelledby="possible-articles" className="mt-8 border-t border-line pt-5">
      <h2 id="possible-articles" className="font-sans text-sm font-semibold tracking-normal">
        Is this your company?
      </h2>
      <p className="mt-1 text-sm text-muted">These name {company.name} but may be about another of that name.</p>
      <ul aria-label="Is this your company?" className="mt-2 divide-y divide-line">
        {data.map((article) => (
          <Question
            key={article.id}
            article={article}
            disabled={isPending}
            onAnswer={(isAbout) => answer({ id: article.id, isAbout })}
          />
        ))}
      </ul>
    </section>
  )
}

type Props = { article: PossibleArticle; disabled: boolean; onAnswer: (isAbout: boolean) => void }

function Question({ article: { url, title, publisher, publishedAt }, disabled, onAnswer }: Props) {
  return (
    <li className="grid gap-2 py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:gap-4">
      <p className="min-w-0 text-sm break-words text-muted">
        <SourceLink url={url} title={title} className="text-ink" />
        <span className="block">{[publisher, publishedDate(publishedAt)].filter(Boolean).join(' · ')}</span>
      </p>
      <div className="flex gap-2">
        <Button disabled={disabled} aria-label={`Yes: ${title}`} onClick={() => onAnswer(true)}>
          Yes
        </Button>
        <Button variant="quiet" disabled={disabled} aria-label={`No: ${title}`} onClick={() => onAnswer(false)}>
          No
        </Button>
      </div>
    </li>
  )
}

function useAnswer(companyId: number) {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { id: number; isAbout: boolean }) =>
      api.call(answerPossibleArticle, { params: { id: companyId }, body }),
    onSuccess: (left) => queryClient.setQueryData(possibleArticlesQuery(companyId).queryKey, left),
    onError: (error) => toast(failed('Failed to save your answer', reasonOf(error))),
    onSettled: () => refetchAfter(queryClient, companyId),
  })
}
