import type { ReactNode } from 'react'
import { ArrowLeft } from 'lucide-react'
import { listOutbox } from '#domain/billing/endpoints.ts'
import type { OutboxEmail } from '#domain/developer-pages.ts'
import { dateAndTime } from '#domain/time.ts'
import { query } from '../../api/context.ts'
import { Button, cx } from '../../ui/button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { emailParts, type EmailPart } from './email-parts.ts'

export const outboxQuery = query(listOutbox, {}, { staleTime: 0 })

/** Returns null for links to other sites, which are then shown as plain text. */
export function ownAddress(href: string | null, origin: string = location.origin): string | null {
  const url = URL.parse(href ?? '', origin)
  return url?.origin === origin ? url.href : null
}

export const linkIn = ({ text }: Pick<OutboxEmail, 'text'>, origin?: string): string | null =>
  (text.match(/https?:\/\/\S+/g) ?? []).map((href) => ownAddress(href, origin)).find(Boolean) ?? null

type ListProps = { emails: OutboxEmail[]; shown: string; onChoose: (id: string) => void; className: string }

export function EmailList({ emails, shown, onChoose, className }: ListProps) {
  return (
    <ul aria-label="Emails" className={cx('min-h-0 overflow-y-auto md:border-r md:border-line', className)}>
      {emails.map(({ id, to, subject, createdAt }) => (
        <li key={id} className="border-b border-line">
          <button
            type="button"
            aria-current={id === shown}
            onClick={() => onChoose(id)}
            className="grid w-full cursor-pointer gap-0.5 px-4.5 py-3 text-left text-sm -outline-offset-2 hover:bg-sunk md:aria-current:bg-sunk"
          >
            <span className="flex justify-between gap-3 text-muted">
              <span className="font-medium text-ink">Tidings</span>
              <time dateTime={createdAt} className="tabular-nums">
                {dateAndTime(createdAt)}
              </time>
            </span>
            <span className="truncate text-base font-medium">{subject}</span>
            <span className="truncate text-muted">To {to}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

type MessageProps = {
  email: OutboxEmail
  form: string
  onForm: (form: string) => void
  onBack: () => void
  className: string
}

export function EmailMessage({ email, form, onForm, onBack, className }: MessageProps) {
  const { subject, to, createdAt, kind, text, html } = email
  const page = (content: ReactNode) => <div className="min-w-0 rounded-md border border-line bg-surface">{content}</div>
  return (
    <article className={cx('min-h-0 min-w-0 overflow-y-auto px-4.5 pt-4 pb-10 sm:px-6', className)}>
      <div className="mb-2 -ml-3 md:hidden">
        <Button variant="quiet" onClick={onBack}>
          <ArrowLeft aria-hidden />
          All emails
        </Button>
      </div>
      <h2 className="text-lg wrap-anywhere">{subject}</h2>
      <p className="mt-1 mb-3 text-sm wrap-anywhere text-muted">
        Tidings to {to} · {dateAndTime(createdAt)} · {kind}
      </p>
      <Tabs
        label={`Forms of ${subject}`}
        value={form}
        onChange={onForm}
        tabs={[
          { value: 'html', label: 'HTML', content: page(<RenderedEmail html={html} />) },
          { value: 'text', label: 'Text', content: page(<PlainEmail text={text} />) },
        ]}
      />
    </article>
  )
}

/* oxlint-disable react/no-array-index-key -- the parts of an email never move among each other */

const link = 'wrap-anywhere text-accent underline underline-offset-3 hover:text-accent-strong'

/** In the email's light colors. The CSP allows no frames and no style attributes, but scripts may set styles. */
const RenderedEmail = ({ html }: { html: string }) => (
  <div className="scheme-light overflow-hidden rounded-md">
    <Parts parts={emailParts(html)} />
  </div>
)

function Parts({ parts }: { parts: EmailPart[] }) {
  return parts.map((part, index) => <Part key={index} part={part} />)
}

const INLINE = ['span', 'b', 'strong', 'em', 'i']

function Part({ part }: { part: EmailPart }) {
  if (typeof part === 'string') return part
  const { tag, style, href } = part
  if (tag === 'br') return <br />
  const content = <Parts parts={part.parts} />
  if (tag === 'a') {
    const address = ownAddress(href)
    return address ? (
      <a href={address} style={style}>
        {content}
      </a>
    ) : (
      <span style={style}>{content}</span>
    )
  }
  if (INLINE.includes(tag)) return <span style={style}>{content}</span>
  return <div style={style}>{content}</div>
}

function PlainEmail({ text }: { text: string }) {
  return (
    <p className="p-5 wrap-anywhere whitespace-pre-wrap">
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
