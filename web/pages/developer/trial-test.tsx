import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { check } from '../../ui/forms/schema-check.ts'
import { removeSubscription, setTrialDays } from '#domain/billing/endpoints.ts'
import { dateAndTime } from '#domain/time.ts'
import { TrialDays } from '#domain/developer-pages.ts'
import { useProfile } from '../../features/account/queries.ts'
import { useApi } from '../../api/context.ts'
import type { ApiClient } from '../../api/client.ts'
import { Alert, Notice } from '../../ui/feedback.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/controls.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'

const RELOAD_AFTER_SET_MS = 2000
const RELOAD_AFTER_REMOVE_MS = 1500

const reloadPage = () => location.reload()

type Done = { message: string; reloadAfterMs: number }

export function TrialTestPage({ reload = reloadPage }: { reload?: () => void }) {
  const { profile } = useProfile()
  const { act, pending, done, problem } = useActs(reload)
  usePageTitle('Trial Test')
  const right = profile?.entitlement
  return (
    <Page narrow>
      <PageHeading>Trial Test</PageHeading>
      <div className="mt-4 empty:hidden">
        {problem && <Alert>{problem}</Alert>}
        {done && <Notice>{done.message}</Notice>}
      </div>
      <Panel title="Now">
        <Facts
          facts={[
            ['Status', profile?.subscriptionStatus ?? '—'],
            ['Trial ends', dateAndTime(profile?.trialEndsAt)],
            ['Access', right ? (right.hasAccess ? 'yes' : 'no') : '—'],
            ['Because of', right?.reason ?? '—'],
          ]}
        />
      </Panel>
      <Panel title="Set trial days">
        <SetDays
          busy={pending === 'set'}
          onSet={(days) => act('set', (api) => api.call(setTrialDays, { body: { days } }), RELOAD_AFTER_SET_MS)}
        />
      </Panel>
      <Panel title="Remove subscription">
        <p className="mb-4 max-w-[62ch] text-muted">It ends immediately, at the card provider too.</p>
        <Button
          busy={pending === 'remove'}
          onClick={() => act('remove', (api) => api.call(removeSubscription), RELOAD_AFTER_REMOVE_MS)}
        >
          Remove Subscription
        </Button>
      </Panel>
    </Page>
  )
}

function useActs(reload: () => void) {
  const api = useApi()
  const [pending, setPending] = useState<string | null>(null)
  const [done, setDone] = useState<Done | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const onTime = useEffectEvent(reload)
  useEffect(() => {
    if (!done) return undefined
    const timer = setTimeout(onTime, done.reloadAfterMs)
    return () => clearTimeout(timer)
  }, [done])

  const send = async (name: string, call: (api: ApiClient) => Promise<{ message: string }>, reloadAfterMs: number) => {
    setPending(name)
    setProblem(null)
    setDone(null)
    try {
      const { message } = await call(api)
      setDone({ message, reloadAfterMs })
    } catch {
      setProblem('Network error')
    }
    setPending(null)
  }
  return {
    pending,
    done,
    problem,
    act: (...given: Parameters<typeof send>) => {
      if (pending === null) void send(...given)
    },
  }
}

function SetDays({ busy, onSet }: { busy: boolean; onSet: (days: number) => void }) {
  const [days, setDays] = useState('3')
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { value, problems } = check(TrialDays, { days: days.trim() === '' ? Number.NaN : Number(days) })
    setError(problems?.days)
    if (!problems) onSet(value.days)
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-60 gap-4">
      <TextField
        label="Days"
        hint="0 to 365"
        error={error}
        type="number"
        min={0}
        max={365}
        value={days}
        onChange={(event) => setDays(event.target.value)}
      />
      <Button variant="primary" type="submit" busy={busy}>
        Set Trial Days
      </Button>
    </form>
  )
}
