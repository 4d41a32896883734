import { X } from 'lucide-react'
import { useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react'
import type { z } from 'zod'
import { FeedAddress, OwnAlias, type OwnFeed } from '#domain/news/overrides.ts'
import { Button } from '../../../ui/button.tsx'
import { check } from '../../../ui/forms/schema-check.ts'
import { Field, Input } from '../../../ui/forms/controls.tsx'
import { stateText } from '#domain/news/coverage-text.ts'
import { StatusDot } from '../coverage/status-dot.tsx'
import { shortAddress } from '../../../ui/text.ts'
import { SourceLink } from '../source-link.tsx'

type OverrideHandlers = { onAdd: (value: string) => void; onRemove: (value: string) => void }

export function OwnAliases({ aliases, onAdd, onRemove }: OverrideHandlers & { aliases: string[] }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Part title="Also known as">
      {aliases.length > 0 && (
        <ul aria-label="Also known as" className="flex flex-wrap gap-2">
          {aliases.map((alias) => (
            <li
              key={alias}
              className="flex max-w-full items-center rounded-full border border-line-strong pl-3.5 text-sm"
            >
              <span className="min-w-0 break-words">{alias}</span>
              <Remove what={alias} onRemove={() => onRemove(alias)} input={input} />
            </li>
          ))}
        </ul>
      )}
      <AddOne
        input={input}
        schema={OwnAlias}
        name="alias"
        label="Another name"
        hint="We will search the press for this exact name."
        onAdd={({ alias }) => onAdd(alias)}
      />
    </Part>
  )
}

export function OwnFeeds({ feeds, onAdd, onRemove }: OverrideHandlers & { feeds: OwnFeed[] }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Part title="Your feeds">
      {feeds.length > 0 && (
        <ul aria-label="Your feeds" className="grid gap-2">
          {feeds.map(({ url, state, problem }) => {
            const { tone, text } = stateText(state)
            return (
              <li key={url} className="flex items-start justify-between gap-4">
                <div className="min-w-0 break-words">
                  <SourceLink url={url} title={shortAddress(url) ?? url} />
                  <p className="flex items-baseline gap-2 text-sm text-muted">
                    <StatusDot tone={tone} />
                    <span className="min-w-0">
                      {text}
                      {problem && `: ${problem}`}
                    </span>
                  </p>
                </div>
                <Remove what={shortAddress(url) ?? url} onRemove={() => onRemove(url)} input={input} />
              </li>
            )
          })}
        </ul>
      )}
      <AddOne
        input={input}
        schema={FeedAddress}
        name="url"
        label="Feed URL"
        hint="For example, a Google Alerts feed."
        onAdd={({ url }) => onAdd(url)}
        isAddress
      />
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-8 gap-y-3 border-t border-line py-4 md:grid-cols-[8rem_minmax(0,1fr)]">
      <h3 className="font-sans text-sm font-normal tracking-normal text-muted">{title}</h3>
      <div className="grid min-w-0 gap-4">{children}</div>
    </div>
  )
}

/** The button disappears with its item, so focus moves to the input. */
function Remove({
  what,
  onRemove,
  input,
}: {
  what: string
  onRemove: () => void
  input: RefObject<HTMLInputElement | null>
}) {
  return (
    <Button
      variant="quiet"
      size="icon"
      className="flex-none rounded-full"
      aria-label={`Remove ${what}`}
      onClick={() => {
        onRemove()
        input.current?.focus()
      }}
    >
      <X aria-hidden />
    </Button>
  )
}

type AddProps<Value> = {
  input: RefObject<HTMLInputElement | null>
  schema: z.ZodType<Value>
  name: string
  label: string
  hint: string
  isAddress?: boolean
  onAdd: (value: Value) => void
}

function AddOne<Value>({ input, schema, name, label, hint, isAddress = false, onAdd }: AddProps<Value>) {
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const { value, problems } = check(schema, Object.fromEntries(new FormData(form)))
    setProblem(problems?.[name])
    if (problems) return input.current?.focus()
    form.reset()
    onAdd(value)
  }
  return (
    <form onSubmit={submit} noValidate className="max-w-110">
      <Field label={label} hint={hint} error={problem}>
        {(control) => (
          <div className="flex gap-2">
            <Input
              {...control}
              ref={input}
              name={name}
              className="md:h-9"
              autoComplete="off"
              spellCheck={false}
              {...(isAddress && { inputMode: 'url', autoCapitalize: 'none', placeholder: 'https://' })}
            />
            <Button type="submit" aria-label={`Add ${label.toLowerCase()}`}>
              Add
            </Button>
          </div>
        )}
      </Field>
    </form>
  )
}
