import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useConfirmIdentity, useAuth } from '../auth/auth-provider.tsx'
import type { Enrollment } from '../auth/second-factor.ts'
import { hasSecondFactor } from '../auth/stored-session.ts'
import { Alert } from '../../ui/feedback.tsx'
import { Badge, Panel } from '../../ui/panel.tsx'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { devicesQuery, recoveryCodesQuery } from './security-queries.ts'
import { lazyComponent } from '../../ui/lazy.tsx'

const EnrollDialog = lazyComponent(() => import('./security-dialogs.tsx'), 'EnrollDialog')
const CodeDialog = lazyComponent(() => import('./security-dialogs.tsx'), 'CodeDialog')
const RecoveryCodesDialog = lazyComponent(() => import('./security-dialogs.tsx'), 'RecoveryCodesDialog')

type Open =
  | { dialog: 'enroll'; enrollment: Enrollment }
  | { dialog: 'codes'; codes: string[] }
  | { dialog: 'turn-off' | 'new-codes' }

const FEW_CODES = 3

export function TwoStep() {
  const { session, auth } = useAuth()
  const confirmIdentity = useConfirmIdentity()
  const isOn = hasSecondFactor(session?.user)
  const queryClient = useQueryClient()
  const toast = useToast()
  const [open, setOpen] = useState<Open | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const close = () => setOpen(null)
  const { data: left } = useQuery({ ...recoveryCodesQuery(auth), enabled: isOn && open?.dialog !== 'enroll' })

  const start = async () => {
    setPending(true)
    const { value, problem: refused } = await confirmIdentity(() => auth.secondFactor.enroll())
    setPending(false)
    setProblem(refused)
    if (value) setOpen({ dialog: 'enroll', enrollment: value })
  }
  const showNewCodes = async (which: 'first' | 'another') => {
    const { value, problem: refused } = await confirmIdentity(() => auth.secondFactor.newRecoveryCodes(which))
    setProblem(refused && `Could not create recovery codes: ${refused}`)
    setOpen(value && { dialog: 'codes', codes: value })
    void queryClient.invalidateQueries(recoveryCodesQuery(auth))
  }
  const enrolled = async () => {
    toast({
      title: 'Two-step verification is on',
      description: 'You will need a code the next time you sign in.',
    })
    void queryClient.invalidateQueries(devicesQuery)
    await showNewCodes('first')
  }
  const turnOff = async () => {
    const { problem: refused } = await confirmIdentity(() => auth.secondFactor.remove())
    if (refused) return { problem: refused }
    close()
    toast({ title: 'Two-step verification is off', description: 'You now sign in with your password only.' })
  }
  return (
    <Panel title="Two-step verification" action={isOn && <Badge tone="good">On</Badge>}>
      <div className="grid justify-items-start gap-4">
        <p className="max-w-[62ch] text-muted">
          {isOn
            ? 'Signing in and resetting your password require a code from your authenticator app.'
            : 'Require a code from your phone in addition to your password.'}
        </p>
        {problem && <Alert>{problem}</Alert>}
        {isOn && left && (
          <p className={left.remaining <= FEW_CODES ? 'text-warn' : undefined}>
            {left.remaining} of {left.total} recovery codes left
            {left.remaining <= FEW_CODES && '. Create new ones before you run out.'}
          </p>
        )}
        {isOn ? (
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => setOpen({ dialog: 'new-codes' })}>New Recovery Codes</Button>
            <Button variant="quiet" onClick={() => setOpen({ dialog: 'turn-off' })}>
              Turn Off
            </Button>
          </div>
        ) : (
          <Button variant="primary" busy={pending} onClick={() => void start()}>
            Set Up Two-Step Verification
          </Button>
        )}
      </div>
      {open?.dialog === 'enroll' && <EnrollDialog enrollment={open.enrollment} onDone={enrolled} onClose={close} />}
      {open?.dialog === 'codes' && <RecoveryCodesDialog codes={open.codes} onClose={close} />}
      {open?.dialog === 'new-codes' && (
        <CodeDialog
          title="New recovery codes"
          description="Your current codes stop working. Confirm that it is you."
          action="Create New Codes"
          onVerified={() => showNewCodes(left ? 'another' : 'first')}
          onClose={close}
        />
      )}
      {open?.dialog === 'turn-off' && (
        <CodeDialog
          title="Turn off two-step verification?"
          description="You will sign in with your password only, and the recovery codes are deleted. Confirm that it is you."
          action="Turn Off"
          danger
          onVerified={turnOff}
          onClose={close}
        />
      )}
    </Panel>
  )
}
