import { useId, useRef, useState, type FormEvent } from 'react'
import { SCOPES, type Scope } from '#domain/endpoint.ts'
import { KEY_LIFETIMES, NAME_REQUIRED, SCOPE_MEANINGS, SCOPE_REQUIRED } from '#domain/integrations/choices.ts'
import type { CreatedApiKey, NewApiKey } from '#domain/integrations/keys.ts'
import { reasonOf } from '../../api/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { Field, Select, TextField } from '../../ui/forms/controls.tsx'
import { useKeyChanges } from './queries.ts'
import { PanelForm } from '../../ui/forms/panel-form.tsx'

const FIRST: NewApiKey = { name: '', scopes: ['portfolio:read', 'news:read'], expiresInDays: 90 }

const lifetimeText = (days: number | null) => (days === null ? 'Never' : days === 365 ? 'In a year' : `In ${days} days`)

type Props = { onCreated: (key: CreatedApiKey) => void; onClose: () => void }

export function KeyForm({ onCreated, onClose }: Props) {
  const [wanted, setWanted] = useState(FIRST)
  const [isChecked, setIsChecked] = useState(false)
  const { create } = useKeyChanges()
  const name = useRef<HTMLInputElement>(null)
  const firstScope = useRef<HTMLInputElement>(null)
  const scopesId = useId()
  const isUnnamed = wanted.name.trim() === ''
  const hasNoScope = wanted.scopes.length === 0
  const save = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (isUnnamed) name.current?.focus()
    else if (hasNoScope) firstScope.current?.focus()
    else create.mutate(wanted, { onSuccess: onCreated })
  }
  const toggle = (scope: Scope, isChosen: boolean) =>
    setWanted({
      ...wanted,
      scopes: SCOPES.filter((each) => (each === scope ? isChosen : wanted.scopes.includes(each))),
    })
  return (
    <PanelForm onSubmit={save} noValidate label="New API key">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          ref={name}
          label="Name"
          error={isChecked && isUnnamed ? NAME_REQUIRED : undefined}
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
              isTall
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
      <fieldset aria-describedby={isChecked && hasNoScope ? scopesId : undefined}>
        <legend className="mb-1 text-sm font-medium">May read</legend>
        {SCOPES.map((scope, at) => (
          <label key={scope} className="flex min-h-11 cursor-pointer items-center gap-3 py-1 md:min-h-9">
            <input
              ref={at === 0 ? firstScope : undefined}
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
        {isChecked && hasNoScope && (
          <p id={scopesId} className="mt-1.5 text-sm text-bad">
            {SCOPE_REQUIRED}
          </p>
        )}
      </fieldset>
      {create.error && <Alert>{reasonOf(create.error)}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={create.isPending}>
          Create Key
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </PanelForm>
  )
}
