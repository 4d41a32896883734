import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { Need } from '#domain/news/morning/morning.ts'
import { dismissNeed } from '#domain/news/reading-endpoints.ts'
import { failed, reasonOf } from '../../../api/api-error.ts'
import { useApi } from '../../../api/context.ts'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { morningQuery } from '../queries.ts'

export function NeedsYou({ needs }: { needs: Need[] }) {
  const dismiss = useDismiss()
  if (needs.length === 0) return null
  return (
    <section
      aria-labelledby="needs-you"
      className="flex flex-wrap items-baseline gap-x-4 border-t border-line py-3 text-sm text-muted md:pl-9"
    >
      <h2
        id="needs-you"
        className="font-sans text-sm leading-normal font-medium tracking-normal text-ink max-md:w-full"
      >
        Needs you
      </h2>
      <ul className="flex flex-wrap gap-x-4">
        {needs.map((need) => (
          <li key={need.key} className="flex min-w-0 items-baseline gap-x-2">
            <span className="min-w-0 break-words">
              {need.text}{' '}
              <Link
                to={need.path}
                className="inline-block rounded-sm py-1 font-medium whitespace-nowrap text-accent underline-offset-3 hover:underline pointer-coarse:py-3"
              >
                {need.action}
              </Link>
            </span>
            <button
              type="button"
              aria-label={`Dismiss: ${need.text}`}
              onClick={() => dismiss(need)}
              className="-my-2 grid size-9 flex-none cursor-pointer place-items-center self-center rounded-md text-muted hover:text-ink pointer-coarse:size-11"
            >
              <X aria-hidden className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useDismiss(): (need: Need) => void {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ key }: Need) => api.call(dismissNeed, { body: { key } }),
    onMutate: ({ key }) => {
      const before = queryClient.getQueryData(morningQuery.queryKey)
      queryClient.setQueryData(
        morningQuery.queryKey,
        before && { ...before, needs: before.needs.filter((need) => need.key !== key) },
      )
      return before
    },
    onError: (error, { text }, before) => {
      queryClient.setQueryData(morningQuery.queryKey, before)
      toast(failed(`Could not dismiss “${text}”`, reasonOf(error)))
    },
  })
  return mutate
}
