import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import type { CreatedWebhook, NewWebhook, Webhook, WebhookDelivery } from '#domain/integrations/webhooks.ts'
import { WEBHOOK_FORMAT_NAMES, WEBHOOK_FORMATS } from '#domain/integrations/choices.ts'
import { listWebhooks } from '#domain/integrations/endpoints.ts'
import { failed, reasonOf } from '../../api/api-error.ts'
import { queriesOf } from '../../api/context.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Field, Select, TextField } from '../../ui/forms/controls.tsx'
import { Loaded, LoadingLines } from '../../ui/loaded.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { useNow } from '../../ui/page.tsx'
import { Badge, LoadingSettings, Panel, SettingsList, SettingsRow } from '../../ui/panel.tsx'
import { NewSecret, whenText } from './new-secret.tsx'
import { deliveriesQuery, useWebhookChanges, webhooksQuery } from './queries.ts'

export function Webhooks({ canCreate }: { canCreate: boolean }) {
  const webhooks = useQuery(webhooksQuery)
  const [adding, setAdding] = useState(false)
  const [created, setCreated] = useState<CreatedWebhook | null>(null)
  return (
    <Panel
      title="Webhooks"
      action={
        canCreate &&
        !adding && (
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            Add Webhook
          </Button>
        )
      }
    >
      <p className="mb-5 max-w-[62ch] text-muted">
        We post each new story to a Slack channel or to your own server, and again if the company denies it. Failed
        deliveries are retried for a day.
      </p>
      {adding && (
        <WebhookForm
          onClose={() => setAdding(false)}
          onCreated={(webhook) => {
            setCreated(webhook)
            setAdding(false)
          }}
        />
      )}
      {created && (
        <NewSecret label="Your signing secret" secret={created.secret} onClose={() => setCreated(null)}>
          Use it to verify that messages come from us. It cannot be shown again.
        </NewSecret>
      )}
      <Loaded what="your webhooks" query={webhooks} loading={<LoadingSettings />}>
        {(list) =>
          list.length > 0 ? (
            <SettingsList>
              {list.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} canUse={canCreate} />
              ))}
            </SettingsList>
          ) : (
            !adding && <p className="text-muted">No webhooks yet.</p>
          )
        }
      </Loaded>
    </Panel>
  )
}

type FormProps = { onCreated: (webhook: CreatedWebhook) => void; onClose: () => void }

function WebhookForm({ onCreated, onClose }: FormProps) {
  const [wanted, setWanted] = useState<NewWebhook>({ url: '', format: 'standard' })
  const { create } = useWebhookChanges()
  const save = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(wanted, { onSuccess: onCreated })
  }
  return (
    <form
      onSubmit={save}
      aria-label="New webhook"
      className="mb-6 grid gap-5 rounded-md border border-line p-4.5 sm:p-6"
    >
      <TextField
        label="URL"
        hint="For Slack, add an incoming webhook to your workspace and paste its URL."
        type="url"
        required
        autoComplete="off"
        placeholder="https://"
        value={wanted.url}
        onChange={({ target }) => setWanted({ url: target.value, format: formatOf(target.value) ?? wanted.format })}
      />
      <Field label="Format">
        {() => (
          <Select
            label="Format"
            className="max-w-md md:[&_select]:h-11 md:[&_select]:text-base"
            value={wanted.format}
            onChange={(value) =>
              setWanted({ ...wanted, format: WEBHOOK_FORMATS.find((each) => each === value) ?? 'standard' })
            }
          >
            {WEBHOOK_FORMATS.map((format) => (
              <option key={format} value={format}>
                {WEBHOOK_FORMAT_NAMES[format]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {create.error && <Alert>{reasonOf(create.error)}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={create.isPending}>
          Add Webhook
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

/** Addresses of Slack say so. */
const formatOf = (url: string) => (url.startsWith('https://hooks.slack.com/') ? ('slack' as const) : null)

function WebhookRow({ webhook, canUse }: { webhook: Webhook; canUse: boolean }) {
  const { id, url, format, disabledAt, lastDeliveryAt } = webhook
  const { remove, test, enable } = useWebhookChanges()
  const [isOpen, setOpen] = useState(false)
  const toast = useToast()
  const now = useNow()
  const host = new URL(url).host
  const onError = (error: Error) => toast(failed('That did not work', reasonOf(error)))
  return (
    <>
      <SettingsRow
        icon={<WebhookIcon aria-hidden />}
        title={
          <>
            <span className="break-all">{url}</span>
            {disabledAt && <Badge tone="warn">Turned off</Badge>}
          </>
        }
        text={
          <>
            {WEBHOOK_FORMAT_NAMES[format]} ·{' '}
            {lastDeliveryAt ? `Last delivery ${whenText(lastDeliveryAt, now)}` : 'Nothing delivered yet'}
            {disabledAt && (
              <span className="block">Turned off {whenText(disabledAt, now)} after repeated failure.</span>
            )}
          </>
        }
        action={
          <>
            {canUse && disabledAt && (
              <Button variant="quiet" onClick={() => enable.mutate(id, { onError })}>
                Turn On
              </Button>
            )}
            {canUse && (
              <Button
                variant="quiet"
                aria-label={`Send a test to ${host}`}
                busy={test.isPending}
                onClick={() => {
                  setOpen(true)
                  test.mutate(id, { onError })
                }}
              >
                Test
              </Button>
            )}
            <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              Log
            </Button>
            <ConfirmButton
              variant="quiet"
              aria-label={`Delete the webhook to ${host}`}
              busy={remove.isPending}
              question={{
                title: 'Delete this webhook?',
                text: `We stop sending to ${host}, and the delivery log is deleted. You cannot restore it.`,
                action: 'Delete',
              }}
              onConfirm={() => {
                // An open log would ask for the deliveries of a webhook that is gone.
                setOpen(false)
                remove.mutate(id, { onError })
              }}
            >
              Delete
            </ConfirmButton>
          </>
        }
      />
      {isOpen && (
        <li className="py-3">
          <DeliveryLog id={id} />
        </li>
      )}
    </>
  )
}

function DeliveryLog({ id }: { id: number }) {
  const deliveries = useQuery({
    ...deliveriesQuery(id),
    // The first attempt follows at once.
    refetchInterval: ({ state }) => (state.data?.some(({ attempts }) => attempts === 0) ? 1000 : 5000),
  })
  const queryClient = useQueryClient()
  const lastDelivered = deliveries.data?.find(({ state }) => state === 'delivered')?.id
  useEffect(() => {
    // The row above says when the last delivery was.
    if (lastDelivered !== undefined) void queryClient.invalidateQueries(queriesOf(listWebhooks))
  }, [queryClient, lastDelivered])
  return (
    <Loaded
      what="the delivery log"
      query={deliveries}
      loading={<LoadingLines label="Loading the delivery log" widths={['w-2/3', 'w-full']} />}
    >
      {(list) =>
        list.length > 0 ? (
          <ol aria-label="Deliveries" className="grid gap-3 text-sm">
            {list.map((delivery) => (
              <DeliveryLine key={delivery.id} delivery={delivery} />
            ))}
          </ol>
        ) : (
          <p className="text-sm text-muted">Nothing was sent yet.</p>
        )
      }
    </Loaded>
  )
}

const STATES = { delivered: 'Delivered', waiting: 'Waiting', failed: 'Failed' }
const TONES = { delivered: 'good', waiting: 'neutral', failed: 'bad' } as const

function DeliveryLine({ delivery }: { delivery: WebhookDelivery }) {
  const { title, event, state, status, durationMs, attempts, answer, createdAt, nextAttemptAt } = delivery
  const now = useNow()
  return (
    <li className="grid gap-0.5">
      <span className="flex flex-wrap items-center gap-2">
        <Badge tone={TONES[state]}>{STATES[state]}</Badge>
        <span className="min-w-0 break-words">{title}</span>
      </span>
      <span className="text-muted tabular-nums">
        {event} · {whenText(createdAt, now)}
        {status !== null && ` · HTTP ${status}`}
        {durationMs !== null && ` · ${durationMs} ms`}
        {attempts > 1 && ` · ${attempts} attempts`}
        {state === 'waiting' && nextAttemptAt && attempts > 0 && ` · Next attempt ${whenText(nextAttemptAt, now)}`}
      </span>
      {answer && <code className="break-all text-muted">{answer}</code>}
    </li>
  )
}
