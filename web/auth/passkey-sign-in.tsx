import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useAuth } from './use-auth.ts'

export function PasskeySignIn({ onProblem }: { onProblem: (problem: string | null) => void }) {
  const { passkeys } = useAuth().auth
  const [pending, setPending] = useState(false)
  if (!passkeys.isSupported()) return null

  const signIn = async () => {
    setPending(true)
    onProblem(null)
    const { problem } = await passkeys.signIn()
    setPending(false)
    onProblem(problem)
  }
  return (
    <Button size="large" busy={pending} onClick={() => void signIn()}>
      {!pending && <KeyRound aria-hidden />}
      Sign in with a passkey
    </Button>
  )
}
