import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Profile } from '#domain/account/profile.ts'
import { useApi } from '../api/api-context.ts'
import { usePublicConfig } from '../api/public-config-context.ts'
import { Switch } from '../ui/switch.tsx'
import { useToast } from '../ui/toast.tsx'
import { modelChoiceFailed } from './messages.ts'
import { useProfile } from './queries.ts'

const PROFILE = ['/api/auth/user']

/** Whether a language model may write what this person reads; nothing where none is connected. */
export function AiChoice() {
  const { ai } = usePublicConfig()
  const { profile } = useProfile()
  return ai && profile ? <Choice checked={profile.usesModel} /> : null
}

function Choice({ checked }: { checked: boolean }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
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
      <Switch
        label="Briefs written by AI"
        checked={checked}
        onChange={(usesModel) => choose.mutate(usesModel)}
      >
        A language model is shown the text of public articles and the name of the company, never who you are
        or what else you hold. Each of its sentences is checked against its sources. Switched off, you read
        sentences of the sources themselves.
      </Switch>
    </div>
  )
}
