import { useState, type FormEvent } from 'react'
import type { Redeemed } from '#domain/admin/users.ts'
import { shortDate } from '#domain/time.ts'
import { Alert } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/forms/controls.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { reasonOf } from './messages.ts'
import { useRedeemCode } from './queries.ts'

export function RedeemCode() {
  const [code, setCode] = useState('')
  const { mutate, isPending, error } = useRedeemCode()
  const toast = useToast()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') return
    const done = ({ endsAt }: Redeemed) => {
      setCode('')
      toast({
        title: 'Code redeemed',
        description: endsAt
          ? `Your access is complimentary until ${shortDate(endsAt)}.`
          : 'Your access is complimentary.',
      })
    }
    mutate(code.trim(), { onSuccess: done })
  }
  return (
    <Panel title="Redeem a code">
      <form onSubmit={submit} noValidate className="grid max-w-105 gap-4">
        <Field
          label="Code"
          hint="One-time code for free access. No card needed. Its days start when your trial or plan ends."
        >
          {(control) => (
            <div className="flex gap-2.5">
              <Input
                {...control}
                value={code}
                onChange={(event) => setCode(event.target.value)}
                placeholder="ABCD-EFGH-JKMN-PQRS"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={100}
                className="tabular-nums"
              />
              <Button type="submit" busy={isPending} className="h-11 flex-none md:h-11">
                Redeem
              </Button>
            </div>
          )}
        </Field>
        {error && <Alert>{reasonOf(error)}</Alert>}
      </form>
    </Panel>
  )
}
