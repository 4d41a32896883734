import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getProfile, updateProfile } from '#domain/account/endpoints.ts'
import type { Profile, ProfileChange } from '#domain/account/profile.ts'
import { urlOf } from '#domain/endpoint.ts'
import { useApi } from '../../api/context.ts'
import { ApiError, failed } from '../../api/api-error.ts'
import type { ApiClient } from '../../api/client.ts'
import { within } from '../../api/diagnostics.ts'
import type { Session } from '../auth/auth-client.ts'
import { useAuth } from '../auth/auth-provider.tsx'

const CALL_LIMIT_MS = 5000
const LOAD_LIMIT_MS = 8000
const PROFILE_URL = urlOf(getProfile)

const NO_USER = 'No user found'

export const PROFILE_UPDATE_FAILED = failed('Error', 'Failed to update profile. Please try again.')

export const profileQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [PROFILE_URL],
    queryFn: () => within(LOAD_LIMIT_MS, 'loadUserProfile timeout after 8 seconds', () => loadProfile(api)),
  })

/**
 * Without a profile, `shown` holds what the session knows about the user: enough to render the shell, but never used to
 * decide access.
 */
export function useProfile() {
  const api = useApi()
  const { session } = useAuth()
  const { data, isError, refetch } = useQuery({ ...profileQuery(api), enabled: session !== null })
  return {
    profile: data ?? null,
    shown: data ?? fallbackProfile(session),
    isUnavailable: isError && !data,
    retry: () => void refetch(),
  }
}

export function useUpdateProfile() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (change: ProfileChange) => {
      if (!queryClient.getQueryData([PROFILE_URL])) throw new Error(NO_USER)
      return within(CALL_LIMIT_MS, 'updateUser timeout after 5 seconds', (signal) =>
        api.call(updateProfile, { body: change, signal }),
      )
    },
    onMutate: (change) => {
      const before = queryClient.getQueryData<Profile>([PROFILE_URL])
      if (before) queryClient.setQueryData<Profile>([PROFILE_URL], { ...before, ...change })
      return before
    },
    onError: (_error, _change, before) => queryClient.setQueryData([PROFILE_URL], before),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [PROFILE_URL] }),
  })
}

async function loadProfile(api: ApiClient): Promise<Profile> {
  const getUser = () =>
    within(CALL_LIMIT_MS, 'getUser timeout after 5 seconds', (signal) => api.call(getProfile, { signal }))
  try {
    return await getUser()
  } catch (error) {
    if (error instanceof ApiError) throw error
    return getUser()
  }
}

const fallbackProfile = (session: Session | null) => {
  const firstName: unknown = session?.user.user_metadata.first_name
  return {
    firstName: typeof firstName === 'string' ? firstName : null,
    lastName: null,
    email: session?.user.email ?? '',
    profileImageUrl: null,
  }
}
