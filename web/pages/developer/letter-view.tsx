import { ChevronDown } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { OutboxEmail } from '#domain/developer-pages.ts'
import { dateAndTime } from '#domain/time.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { PlainLetter, RenderedLetter } from './letter-body.tsx'

export function LetterView({ letter, open }: { letter: OutboxEmail; open: boolean }) {
  const [isOpen, setOpen] = useState(open)
  const { to, kind, subject, createdAt } = letter
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
        <ChevronDown
          aria-hidden
          className="size-4.5 flex-none text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      {isOpen && <Forms letter={letter} />}
    </details>
  )
}

function Forms({ letter: { subject, text, html } }: { letter: OutboxEmail }) {
  const [form, setForm] = useState('letter')
  const paper = (content: ReactNode) => (
    <div className="-mt-1 mb-6 max-w-full rounded-md border border-line bg-surface p-5">{content}</div>
  )
  return (
    <Tabs
      label={`Forms of ${subject}`}
      value={form}
      onChange={setForm}
      tabs={[
        { value: 'letter', label: 'Letter', content: paper(<RenderedLetter html={html} />) },
        { value: 'text', label: 'Plain text', content: paper(<PlainLetter text={text} />) },
        {
          value: 'source',
          label: 'HTML source',
          content: paper(<pre className="text-sm break-words whitespace-pre-wrap">{html}</pre>),
        },
      ]}
    />
  )
}
