import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../api/api-context.ts'
import { useAuth } from '../auth/use-auth.ts'
import { Alert, Notice } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { useToast } from '../ui/toast.tsx'
import { emailChangeResent } from './messages.ts'
import { profileQuery } from './queries.ts'

/** A new address that has not confirmed itself yet, and the way to have the letter once more. */
export function PendingEmail() {
  const { session, auth } = useAuth()
  const toast = useToast()
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  useFollowConfirmation()
  const email = session?.user.new_email
  if (!email) return null

  const resend = async () => {
    setPending(true)
    const answer = await auth.resendEmailChange(email)
    setPending(false)
    setProblem(answer.problem)
    if (!answer.problem) toast(emailChangeResent(email))
  }
  return (
    <div className="mt-5 grid gap-3">
      {problem && <Alert>{problem}</Alert>}
      <Notice
        action={
          <Button busy={pending} onClick={() => void resend()}>
            Resend Letter
          </Button>
        }
      >
        Your e-mail changes to <strong className="font-medium break-words">{email}</strong> once the link we
        sent there is opened. Until then {session.user.email} stays in use.
      </Notice>
    </div>
  )
}

/** The link is opened elsewhere, so this browser's session learns of it by being renewed. */
function useFollowConfirmation() {
  const { session, auth } = useAuth()
  const api = useApi()
  const queryClient = useQueryClient()
  const email = session?.user.email
  const known = useRef(email)
  const [wasPending] = useState(Boolean(session?.user.new_email))
  useEffect(() => {
    if (wasPending) void auth.renewToken().catch(() => null)
  }, [auth, wasPending])
  useEffect(() => {
    if (known.current === email) return
    known.current = email
    void queryClient.invalidateQueries(profileQuery(api))
  }, [api, email, queryClient])
}
