import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import type { Auth, AuthState } from './auth-store.ts'
import type { Outcome } from './outcome.ts'
import { ApiError } from '../../api/api-error.ts'
import { lazyComponent } from '../../ui/lazy.tsx'

export function AuthProvider({ auth, children }: { auth: Auth; children: ReactNode }) {
  return (
    <AuthContext value={auth}>
      <ForgetsOnChange />
      {children}
    </AuthContext>
  )
}

/** One user's data is never shown to the next, whether after signing out or after a change in another tab. */
function ForgetsOnChange() {
  const userId = useAuth().session?.user.id ?? null
  const queryClient = useQueryClient()
  const previous = useRef<string | null>(null)
  useEffect(() => {
    if (previous.current !== null && previous.current !== userId) queryClient.clear()
    previous.current = userId
  }, [userId, queryClient])
  return null
}

export const AuthContext = createContext<Auth | null>(null)

export function useAuth(): AuthState & { auth: Auth } {
  const auth = use(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return { ...useSyncExternalStore(auth.subscribe, auth.getState), auth }
}

const IdentityDialog = lazyComponent(() => import('./identity-dialog.tsx'), 'IdentityDialog')

type ConfirmIdentity = <Result extends Outcome>(act: () => Promise<Result>) => Promise<Result>

const IdentityContext = createContext<ConfirmIdentity>((act) => act())

/** If the service requires a recent sign-in, a dialog asks for one and the action is retried. */
export const useConfirmIdentity = () => use(IdentityContext)

/** Some hosted services accept a proof without recording it. */
const retried = <Result extends Outcome>(second: Result): Result =>
  second.needsProof ? { ...second, problem: SIGN_IN_AGAIN } : second

const SIGN_IN_AGAIN = 'Please sign out, sign in again and repeat this within ten minutes.'

/** For calls to our own server. The promise is rejected with the refusal unless the user proves who they are. */
export function useConfirmed() {
  const confirmIdentity = useConfirmIdentity()
  return async <Value,>(call: () => Promise<Value>): Promise<Value> => {
    const { value, problem, error } = await confirmIdentity(() => call().then(done, refusedCall))
    if (problem === null) return value as Value
    throw error instanceof ApiError && error.code !== NEEDS_PROOF ? error : new Error(problem)
  }
}

const NEEDS_PROOF = 'reauthentication-needed'

const done = <Value,>(value: Value) => ({ value, problem: null, error: null })

const refusedCall = (error: Error) => ({
  value: null,
  problem: error.message,
  needsProof: error instanceof ApiError && error.code === NEEDS_PROOF,
  error,
})

export function ConfirmIdentityProvider({ children }: { children: ReactNode }) {
  const [asking, setAsking] = useState<{ answer: (proven: boolean) => void } | null>(null)
  const confirmIdentity = useCallback<ConfirmIdentity>(async (act) => {
    const first = await act()
    if (!first.needsProof) return first
    const isProven = await new Promise<boolean>((answer) => setAsking({ answer }))
    setAsking(null)
    if (isProven) return retried(await act())
    return { ...first, problem: 'Nothing was changed because you did not confirm your identity.' }
  }, [])
  return (
    <IdentityContext value={confirmIdentity}>
      {children}
      {asking && <IdentityDialog onProven={() => asking.answer(true)} onClose={() => asking.answer(false)} />}
    </IdentityContext>
  )
}
