import { createContext, use, useCallback, useState, type ReactNode } from 'react'
import { identityTexts } from './messages.ts'
import type { Outcome } from './outcome.ts'
import { lazyComponent } from '../../ui/lazy.tsx'

const IdentityDialog = lazyComponent(() => import('./identity-dialog.tsx'), 'IdentityDialog')

type ConfirmIdentity = <Result extends Outcome>(act: () => Promise<Result>) => Promise<Result>

const IdentityContext = createContext<ConfirmIdentity>((act) => act())

/** If the service requires a recent sign-in, a dialog asks for one and the action is repeated. */
export const useConfirmIdentity = () => use(IdentityContext)

export function ConfirmIdentityProvider({ children }: { children: ReactNode }) {
  const [asking, setAsking] = useState<{ answer: (proven: boolean) => void } | null>(null)
  const confirmIdentity = useCallback<ConfirmIdentity>(async (act) => {
    const first = await act()
    if (!first.needsProof) return first
    const isProven = await new Promise<boolean>((answer) => setAsking({ answer }))
    setAsking(null)
    return isProven ? act() : { ...first, problem: identityTexts.canceled }
  }, [])
  return (
    <IdentityContext value={confirmIdentity}>
      {children}
      {asking && <IdentityDialog onProven={() => asking.answer(true)} onClose={() => asking.answer(false)} />}
    </IdentityContext>
  )
}
