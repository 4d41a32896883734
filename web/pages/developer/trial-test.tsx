import { useState } from 'react'
import { useApi } from '../../api/api-context.ts'
import { useProfile } from '../../account/queries.ts'
import { dateAndTime } from '#domain/relative-time.ts'
import { Alert, Notice } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Page, PageHeading } from '../../ui/page.tsx'
import { Facts, Panel } from '../../ui/panel.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'

const RELOAD_AFTER_SET_MS = 2000
const RELOAD_AFTER_REMOVE_MS = 1500

type Answer = { message: string; trial_ends_at?: string }

export function TrialTestPage() {
  const api = useApi()
  const { profile } = useProfile()
  const [days, setDays] = useState('3')
  const [message, setMessage] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  usePageTitle('Trial Test')

  const act = async (path: string, body: unknown, reloadAfterMs: number) => {
    setProblem(null)
    try {
      const answer = (await api.request('POST', path, body)) as Answer
      setMessage(answer.message)
      setTimeout(() => location.reload(), reloadAfterMs)
    } catch {
      setProblem('Network error')
    }
  }
  return (
    <Page narrow>
      <PageHeading>Trial Test</PageHeading>
      {problem && <Alert>{problem}</Alert>}
      {message && <Notice>{message}</Notice>}
      <Panel title="Now">
        <Facts
          facts={[
            ['Status', profile?.subscriptionStatus ?? '—'],
            ['Trial ends', dateAndTime(profile?.trialEndsAt)],
            ['Access', profile ? (profile.entitlement.hasAccess ? 'yes' : 'no') : '—'],
          ]}
        />
      </Panel>
      <Panel title="Set trial days">
        <div className="grid max-w-60 gap-4">
          <Field label="Days" hint="0 to 365">
            {(control) => (
              <Input
                {...control}
                type="number"
                min={0}
                max={365}
                value={days}
                onChange={(event) => setDays(event.target.value)}
              />
            )}
          </Field>
          <Button
            look="primary"
            onClick={() => void act('/api/test/set-trial-days', { days: Number(days) }, RELOAD_AFTER_SET_MS)}
          >
            Set Trial Days
          </Button>
        </div>
      </Panel>
      <Panel title="Remove subscription">
        <Button onClick={() => void act('/api/test/remove-subscription', undefined, RELOAD_AFTER_REMOVE_MS)}>
          Remove Subscription
        </Button>
      </Panel>
    </Page>
  )
}
