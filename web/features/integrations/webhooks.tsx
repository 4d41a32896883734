import { useQuery } from '@tanstack/react-query'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import type { CreatedWebhook, Webhook } from '#domain/integrations/webhooks.ts'
import { WEBHOOK_FORMAT_NAMES } from '#domain/integrations/choices.ts'
import { failed, reasonOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { useNow } from '../../ui/page.tsx'
import { Badge, LoadingSettings, Panel, SettingsList, SettingsRow } from '../../ui/panel.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { NewSecret, whenText } from './new-secret.tsx'
import { useWebhookChanges, webhooksQuery } from './queries.ts'
import { WebhookForm } from './webhook-form.tsx'

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
            {disabledAt && <span className="block">Turned off {whenText(disabledAt, now)}. The log says why.</span>}
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
                // An open log would request the deliveries of a deleted webhook.
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
        <li className="py-3 sm:pl-13">
          <DeliveryLog id={id} canRetry={canUse && disabledAt === null} />
        </li>
      )}
    </>
  )
}
