import { useProfile } from '../account/queries.ts'

/** Whether to offer what needs access. Without a profile the server's answers decide, but not before it was asked for. */
export function useMayUse(): boolean {
  const { profile, isUnavailable } = useProfile()
  return profile ? profile.entitlement.hasAccess : isUnavailable
}
