import type { ReactNode } from 'react'

type Item = { href: string; title: string; summary: string; note?: ReactNode }

export function ReadingList({ title, lead, items }: { title: string; lead: string; items: Item[] }) {
  return (
    <div className="wide pt-8 lg:pt-14">
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-4 max-w-[56ch] text-lg text-muted">{lead}</p>
      <ul className="mt-10 border-t border-line">
        {items.map(({ href, title: name, summary, note }) => (
          <li key={href} className="grid gap-x-16 gap-y-1 border-b border-line py-8 lg:grid-cols-[1fr_1.4fr]">
            <div>
              <h2 className="text-xl">
                <a href={href} className="decoration-1 underline-offset-4 hover:underline">
                  {name}
                </a>
              </h2>
              {note && <p className="mt-2 text-sm text-muted">{note}</p>}
            </div>
            <p className="mt-2 max-w-[60ch] font-serif text-lg text-muted lg:mt-0">{summary}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
