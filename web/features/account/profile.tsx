import { UserRound } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../../api/context.ts'
import { useAuth } from '../auth/auth-provider.tsx'
import { Alert, Notice } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { profileQuery, PROFILE_UPDATE_FAILED, useUpdateProfile } from './queries.ts'
import type { Profile } from '#domain/account/profile.ts'
import { Panel } from '../../ui/panel.tsx'
import { Switch } from '../../ui/forms/controls.tsx'

type Person = {
  firstName: string | null
  lastName: string | null
  email: string
  profileImageUrl: string | null
}

export function Avatar({ person }: { person: Person }) {
  if (person.profileImageUrl) {
    return <img src={person.profileImageUrl} alt="" className="size-14 rounded-full border border-line object-cover" />
  }
  const initials = [person.firstName, person.lastName].map((name) => name?.trim()[0] ?? '').join('')
  return (
    <span
      aria-hidden
      className="grid size-14 flex-none place-items-center rounded-full bg-accent-soft font-serif text-lg font-semibold text-accent"
    >
      {initials.toUpperCase() || <UserRound className="size-6" />}
    </span>
  )
}

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
    if (!answer.problem) toast({ title: 'Email resent', description: `We sent it to ${email}.` })
  }
  return (
    <div className="mt-5 grid gap-3">
      {problem && <Alert>{problem}</Alert>}
      <Notice
        action={
          <Button busy={pending} onClick={() => void resend()}>
            Resend Email
          </Button>
        }
      >
        Your email changes to <strong className="font-medium break-words">{email}</strong> when you open the link we
        sent there. Until then {session.user.email} stays in use.
      </Notice>
    </div>
  )
}

/** The link may be opened in another browser, so this session finds out by refreshing its token. */
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

export function ReminderChoice({ profile: { wantsReminders } }: { profile: Profile }) {
  const { mutate } = useUpdateProfile()
  const toast = useToast()
  const choose = (wanted: boolean) =>
    mutate({ wantsReminders: wanted }, { onError: () => toast(PROFILE_UPDATE_FAILED) })
  return (
    <Panel title="Email">
      <Switch label="Reminders" checked={wantsReminders} onChange={choose}>
        Of your trial, of a payment that stays open, of a card that expires, and once after your plan has ended. You
        always receive receipts and emails about security.
      </Switch>
    </Panel>
  )
}
