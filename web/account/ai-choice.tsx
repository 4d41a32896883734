import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { Profile } from '#domain/account.ts'
import { useApi } from '../api/api-context.ts'
import { usePublicConfig } from '../api/public-config-context.ts'
import { useToast } from '../ui/toast.tsx'
import { modelChoiceFailed } from './messages.ts'
import { useProfile } from './queries.ts'

const PROFILE = ['/api/auth/user']

/** Whether a language model may write what this person reads; nothing where none is connected. */
export function AiChoice() {
  const { ai } = usePublicConfig()
  const { profile } = useProfile()
  return ai && profile ? <Switch checked={profile.usesModel} /> : null
}

function Switch({ checked }: { checked: boolean }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const id = useId()
  const choose = useMutation({
    mutationFn: (usesModel: boolean) => api.request('PUT', '/api/account/ai', { usesModel }),
    onMutate: (usesModel) => {
      const before = queryClient.getQueryData<Profile>(PROFILE)
      if (before) queryClient.setQueryData<Profile>(PROFILE, { ...before, usesModel })
      return before
    },
    onError: (error, _choice, before) => {
      queryClient.setQueryData(PROFILE, before)
      toast(modelChoiceFailed(error))
    },
    // What they read next is written in the other way.
    onSettled: () => queryClient.invalidateQueries(),
  })
  return (
    <div className="mb-6">
      <label className="flex min-h-11 w-fit cursor-pointer items-center gap-3 md:min-h-9">
        <input
          type="checkbox"
          role="switch"
          aria-checked={checked}
          aria-describedby={id}
          checked={checked}
          onChange={(event) => choose.mutate(event.target.checked)}
          className="relative h-5 w-9 flex-none cursor-pointer appearance-none rounded-full border border-control-line bg-sunk transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-3.5 before:rounded-full before:bg-control-line before:transition-transform checked:border-accent checked:bg-accent checked:before:translate-x-4 checked:before:bg-on-accent"
        />
        Briefs written by AI
      </label>
      <p id={id} className="mt-1 max-w-[62ch] text-muted">
        A language model is shown the text of public articles and the name of the company, never who you are
        or what else you hold. Each of its sentences is checked against its sources. Switched off, you read
        sentences of the sources themselves.
      </p>
    </div>
  )
}
