import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ATTEMPT_TIMEOUT_MS, GONE, MAX_ATTEMPTS } from '#domain/integrations/choices.ts'
import { listWebhooks } from '#domain/integrations/endpoints.ts'
import type { WebhookDelivery } from '#domain/integrations/webhooks.ts'
import { dateAndTime } from '#domain/time.ts'
import { failed, reasonOf } from '../../api/api-error.ts'
import { queriesOf } from '../../api/context.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded, LoadingLines } from '../../ui/loaded.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { Badge } from '../../ui/panel.tsx'
import { deliveriesQuery, useWebhookChanges } from './queries.ts'

const isSending = ({ state, durationMs }: WebhookDelivery) => state === 'waiting' && durationMs === null

/** Without `canRetry`, failed deliveries can't be retried. */
export function DeliveryLog({ id, canRetry }: { id: number; canRetry: boolean }) {
  const deliveries = useQuery({
    ...deliveriesQuery(id),
    // Polls faster while a first attempt is pending, since it's made immediately.
    refetchInterval: ({ state }) => (state.data?.some(isSending) ? 1000 : 5000),
  })
  const queryClient = useQueryClient()
  const lastDelivered = deliveries.data?.find(({ state }) => state === 'delivered')?.id
  useEffect(() => {
    // The webhook's row shows the time of its last delivery.
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
          <ol aria-label="Deliveries" className="divide-y divide-line text-sm">
            {list.map((delivery) => (
              <DeliveryRow key={delivery.id} webhookId={id} delivery={delivery} canRetry={canRetry} />
            ))}
          </ol>
        ) : (
          <p className="text-sm text-muted">Nothing was sent yet.</p>
        )
      }
    </Loaded>
  )
}

const EVENTS: Record<WebhookDelivery['event'], string> = {
  'story.created': 'New story',
  'story.updated': 'Story denied',
  test: 'Test',
}

type RowProps = { webhookId: number; delivery: WebhookDelivery; canRetry: boolean }

function DeliveryRow({ webhookId, delivery, canRetry }: RowProps) {
  const { id, title, event, state, createdAt, status, durationMs, answer } = delivery
  const { retry } = useWebhookChanges()
  const toast = useToast()
  const [tone, word] = badgeOf(delivery)
  const isRetryable = canRetry && event !== 'test' && state !== 'delivered' && durationMs !== null
  return (
    <li className="grid gap-x-4 gap-y-2 py-3.5 first:pt-1 sm:grid-cols-[6.5rem_minmax(0,1fr)_auto]">
      <div className="flex items-start justify-between gap-3">
        <Badge tone={tone}>{word}</Badge>
        <SentAt at={createdAt} className="pt-0.5 sm:hidden" />
      </div>
      <div className="grid min-w-0 gap-1">
        <p className="font-medium break-words">{title}</p>
        <p className="text-muted tabular-nums">
          {[event === 'test' ? null : EVENTS[event], resultText(delivery)].filter(Boolean).join(' · ')}
        </p>
        {attemptText(delivery) && <p className="text-muted tabular-nums">{attemptText(delivery)}</p>}
        {status !== null && answer && <Response text={answer} />}
        {isRetryable && (
          <Button
            className="mt-1 justify-self-start"
            aria-label={`Retry now: ${title}`}
            busy={retry.isPending}
            onClick={() =>
              retry.mutate(
                { id: webhookId, deliveryId: id },
                { onError: (error) => toast(failed('Failed to retry', reasonOf(error))) },
              )
            }
          >
            Retry Now
          </Button>
        )}
      </div>
      <SentAt at={createdAt} className="pt-0.5 max-sm:hidden" />
    </li>
  )
}

const SentAt = ({ at, className }: { at: string; className: string }) => (
  <time dateTime={at} className={`text-muted tabular-nums ${className}`}>
    {dateAndTime(at)}
  </time>
)

const Response = ({ text }: { text: string }) => (
  <details className="group">
    <summary className="inline-flex min-h-8 cursor-pointer items-center rounded-sm text-muted underline underline-offset-3 hover:text-ink">
      Response
    </summary>
    <pre className="mt-1 max-h-40 overflow-y-auto rounded-md bg-sunk px-3 py-2 wrap-anywhere whitespace-pre-wrap">
      {text}
    </pre>
  </details>
)

function badgeOf({ state, durationMs }: WebhookDelivery) {
  if (state === 'delivered') return ['good', 'Delivered'] as const
  if (state === 'failed') return ['bad', 'Failed'] as const
  return durationMs === null ? (['neutral', 'Sending'] as const) : (['warn', 'Retrying'] as const)
}

/** The result of the last attempt. */
function resultText({ status, durationMs, answer, state, attempts }: WebhookDelivery): string | null {
  if (durationMs === null) return state === 'failed' && attempts === 0 ? 'Not sent' : null
  if (status === null) return durationMs >= ATTEMPT_TIMEOUT_MS ? 'No answer within 10 seconds' : answer
  const result = `HTTP ${status} in ${durationText(durationMs)}`
  return isRedirect(status) ? `${result}. Redirects are not followed: enter the final address.` : result
}

const isRedirect = (status: number) => status >= 300 && status < 400

const durationText = (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`)

function attemptText(delivery: WebhookDelivery): string | null {
  const { state, event, attempts, nextAttemptAt, status, durationMs } = delivery
  if (event === 'test' || attempts === 0 || durationMs === null) return null
  if (state === 'delivered') return attempts > 1 ? `Delivered on attempt ${attempts}` : null
  if (state === 'waiting' && nextAttemptAt)
    return `Attempt ${attempts} of ${MAX_ATTEMPTS} failed. Next attempt: ${dateAndTime(nextAttemptAt)}.`
  if (status === GONE) return 'Your endpoint said that it is gone for good, so the webhook was turned off.'
  return attempts < MAX_ATTEMPTS ? `Stopped after attempt ${attempts}.` : `Gave up after ${attempts} attempts.`
}
