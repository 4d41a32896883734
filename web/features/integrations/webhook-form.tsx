import { useRef, useState, type FormEvent } from 'react'
import {
  ADDRESS_REQUIRED,
  HTTPS_REQUIRED,
  WEBHOOK_FORMAT_NAMES,
  WEBHOOK_FORMATS,
} from '#domain/integrations/choices.ts'
import type { CreatedWebhook, NewWebhook } from '#domain/integrations/webhooks.ts'
import { reasonOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Field, Select, TextField } from '../../ui/forms/controls.tsx'
import { webAddress } from '../../ui/text.ts'
import { useWebhookChanges } from './queries.ts'
import { PanelForm } from '../../ui/forms/panel-form.tsx'

type Props = { onCreated: (webhook: CreatedWebhook) => void; onClose: () => void }

export function WebhookForm({ onCreated, onClose }: Props) {
  const [wanted, setWanted] = useState<NewWebhook>({ url: '', format: 'standard' })
  const [problem, setProblem] = useState<string>()
  const address = useRef<HTMLInputElement>(null)
  const { create } = useWebhookChanges()
  const save = (event: FormEvent) => {
    event.preventDefault()
    const found = problemOf(wanted.url.trim())
    setProblem(found)
    if (found) address.current?.focus()
    else create.mutate(wanted, { onSuccess: onCreated })
  }
  return (
    <PanelForm onSubmit={save} noValidate label="New webhook">
      <TextField
        ref={address}
        label="URL"
        hint="For Slack, add an incoming webhook to your workspace and paste its URL."
        error={problem}
        type="url"
        autoComplete="off"
        placeholder="https://"
        value={wanted.url}
        onChange={({ target }) => setWanted({ url: target.value, format: formatOf(target.value) ?? wanted.format })}
      />
      <Field label="Format">
        {() => (
          <Select
            label="Format"
            isTall
            className="max-w-md"
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
    </PanelForm>
  )
}

const problemOf = (url: string): string | undefined =>
  url === '' ? ADDRESS_REQUIRED : webAddress(url) ? undefined : HTTPS_REQUIRED

/** Slack webhooks can be recognized by their URL. */
const formatOf = (url: string) => (url.startsWith('https://hooks.slack.com/') ? ('slack' as const) : null)
