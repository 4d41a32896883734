import { listOutbox } from '#domain/billing/endpoints.ts'
import type { OutboxEmail } from '#domain/developer-pages.ts'
import { query } from '../../api/context.ts'
import { ChevronDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { dateAndTime } from '#domain/time.ts'
import { Tabs } from '../../ui/tabs.tsx'

export const outboxQuery = query(listOutbox, {}, { staleTime: 0 })

/** Returns null for links to other sites, which are then shown as plain text. */
export function ownAddress(href: string | null, origin: string = location.origin): string | null {
  const url = URL.parse(href ?? '', origin)
  return url?.origin === origin ? url.href : null
}

export const linkIn = ({ text }: Pick<OutboxEmail, 'text'>, origin?: string): string | null =>
  (text.match(/https?:\/\/\S+/g) ?? []).map((href) => ownAddress(href, origin)).find(Boolean) ?? null

export function EmailView({ email, open }: { email: OutboxEmail; open: boolean }) {
  const [isOpen, setOpen] = useState(open)
  const { to, kind, subject, createdAt } = email
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group border-b border-line"
    >
      <summary className="flex cursor-pointer list-none items-center gap-4 rounded-sm py-4 hover:text-accent">
        <div className="min-w-0 flex-1">
          <h2 className="text-lg">{subject}</h2>
          <p className="text-sm break-words text-muted">
            To {to} · {dateAndTime(createdAt)} · {kind}
          </p>
        </div>
        <ChevronDown aria-hidden className="size-4.5 flex-none text-muted transition-transform group-open:rotate-180" />
      </summary>
      {isOpen && <Forms email={email} />}
    </details>
  )
}

function Forms({ email: { subject, text, html } }: { email: OutboxEmail }) {
  const [form, setForm] = useState('email')
  const page = (content: ReactNode) => (
    <div className="-mt-1 mb-6 max-w-full rounded-md border border-line bg-surface p-5">{content}</div>
  )
  return (
    <Tabs
      label={`Forms of ${subject}`}
      value={form}
      onChange={setForm}
      tabs={[
        { value: 'email', label: 'Email', content: page(<RenderedEmail html={html} />) },
        { value: 'text', label: 'Plain text', content: page(<PlainEmail text={text} />) },
        {
          value: 'source',
          label: 'HTML source',
          content: page(<pre className="text-sm break-words whitespace-pre-wrap">{html}</pre>),
        },
      ]}
    />
  )
}

/* oxlint-disable react/no-array-index-key -- the parts of an email never move among each other */

const link = 'wrap-anywhere text-accent underline underline-offset-3 hover:text-accent-strong'

/** The CSP allows neither frames nor the email's own styles. */
function RenderedEmail({ html }: { html: string }) {
  return <Parts parts={emailParts(html)} />
}

function Parts({ parts }: { parts: EmailPart[] }) {
  return parts.map((part, index) => <Part key={index} part={part} />)
}

function Part({ part }: { part: EmailPart }) {
  if (typeof part === 'string') return part
  const content = <Parts parts={part.parts} />
  const address = part.href === null ? null : ownAddress(part.href)
  switch (part.tag) {
    case 'h1':
      return <p className="mb-4 font-serif text-xl font-semibold">{content}</p>
    case 'p':
      return <p className="mb-4">{content}</p>
    case 'br':
      return <br />
    case 'a':
      return address ? (
        <a href={address} className={link}>
          {content}
        </a>
      ) : (
        <span className="wrap-anywhere">{content}</span>
      )
    default:
      return <div>{content}</div>
  }
}

function PlainEmail({ text }: { text: string }) {
  return (
    <p className="break-words whitespace-pre-wrap">
      {text.split(/(https?:\/\/\S+)/).map((part, index) => {
        const address = /^https?:/.test(part) ? ownAddress(part) : null
        return address ? (
          <a key={index} href={address} className={link}>
            {part}
          </a>
        ) : (
          part
        )
      })}
    </p>
  )
}

export type EmailPart = string | { tag: string; href: string | null; parts: EmailPart[] }

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const EMPTY = ['br', 'meta', 'hr', 'img']
const NOT_SHOWN = ['head', 'script', 'style']

/**
 * Trusted Types rule out the browser's parsers, and the server's emails are simple: plain, properly closed elements.
 */
export function emailParts(html: string): EmailPart[] {
  const root = { tag: '', href: null, parts: [] as EmailPart[] }
  const open = [root as Exclude<EmailPart, string>]
  for (const [token, tag = ''] of html.matchAll(/<[/!]?([a-z0-9]*)[^>]*>|[^<]+/gi)) {
    const top = open.at(-1) ?? root
    if (!token.startsWith('<')) {
      if (token.trim()) top.parts.push(decoded(token))
    } else if (token.startsWith('</')) {
      if (open.length > 1) open.pop()
    } else if (tag && !token.startsWith('<!')) {
      const href = /\shref="([^"]*)"/i.exec(token)?.[1]
      const part = { tag: tag.toLowerCase(), href: href === undefined ? null : decoded(href), parts: [] }
      if (!NOT_SHOWN.includes(part.tag)) top.parts.push(part)
      if (!EMPTY.includes(part.tag)) open.push(part)
    }
  }
  return root.parts
}

const decoded = (text: string) => text.replaceAll(/&(#?\w+);/g, (whole, name) => ENTITIES[name] ?? whole)
