import { useState, type FormEvent } from 'react'
import { SCOPES, type Scope } from '#domain/endpoint.ts'
import { KEY_LIFETIMES, SCOPE_MEANINGS } from '#domain/integrations/choices.ts'
import type { CreatedApiKey, NewApiKey } from '#domain/integrations/keys.ts'
import { reasonOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Field, Select, TextField } from '../../ui/forms/controls.tsx'
import { useKeyChanges } from './queries.ts'

const FIRST: NewApiKey = { name: '', scopes: ['portfolio:read', 'news:read'], expiresInDays: 90 }

const lifetimeText = (days: number | null) => (days === null ? 'Never' : days === 365 ? 'In a year' : `In ${days} days`)

type Props = { onCreated: (key: CreatedApiKey) => void; onClose: () => void }

export function KeyForm({ onCreated, onClose }: Props) {
  const [wanted, setWanted] = useState(FIRST)
  const { create } = useKeyChanges()
  const save = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(wanted, { onSuccess: onCreated })
  }
  const toggle = (scope: Scope, isChosen: boolean) =>
    setWanted({
      ...wanted,
      scopes: SCOPES.filter((each) => (each === scope ? isChosen : wanted.scopes.includes(each))),
    })
  return (
    <form
      onSubmit={save}
      aria-label="New API key"
      className="mb-6 grid gap-5 rounded-md border border-line p-4.5 sm:p-6"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          required
          maxLength={80}
          autoComplete="off"
          placeholder="For example, Spreadsheet"
          value={wanted.name}
          onChange={({ target }) => setWanted({ ...wanted, name: target.value })}
        />
        <Field label="Expires">
          {() => (
            <Select
              label="Expires"
              className="md:[&_select]:h-11 md:[&_select]:text-base"
              value={String(wanted.expiresInDays ?? '')}
              onChange={(value) =>
                setWanted({
                  ...wanted,
                  expiresInDays: KEY_LIFETIMES.find((days) => String(days ?? '') === value) ?? null,
                })
              }
            >
              {KEY_LIFETIMES.map((days) => (
                <option key={days} value={String(days ?? '')}>
                  {lifetimeText(days)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <fieldset>
        <legend className="mb-1 text-sm font-medium">May read</legend>
        {SCOPES.map((scope) => (
          <label key={scope} className="flex min-h-11 cursor-pointer items-center gap-3 md:min-h-9">
            <input
              type="checkbox"
              checked={wanted.scopes.includes(scope)}
              onChange={({ target }) => toggle(scope, target.checked)}
              className="size-4.5 flex-none cursor-pointer accent-accent"
            />
            <span>
              {SCOPE_MEANINGS[scope]} <code className="text-sm text-muted">{scope}</code>
            </span>
          </label>
        ))}
      </fieldset>
      {create.error && <Alert>{reasonOf(create.error)}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={create.isPending} disabled={wanted.scopes.length === 0}>
          Create Key
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
