// oxlint-disable react/no-danger -- our own Markdown, rendered at build time
import type { ReactNode } from 'react'
import type { ArticleSection, Content } from './content.ts'

type ArticleProps = {
  content: Pick<Content, 'title' | 'lead' | 'sections'>
  kicker?: ReactNode
  /** Rendered without a heading, but listed in the table of contents. */
  after?: ArticleSection
}

export function Article({ content: { title, lead, sections }, kicker, after }: ArticleProps) {
  return (
    <article className="wide article">
      <header className="article-head">
        {kicker && <p className="text-sm text-muted">{kicker}</p>}
        <h1 className="mt-2 text-2xl">{title}</h1>
        <div className="lead" dangerouslySetInnerHTML={{ __html: lead }} />
      </header>
      <nav aria-label="On this page" className="article-contents">
        <p aria-hidden="true" className="text-sm font-medium text-faint">
          On this page
        </p>
        <ol className="mt-2">
          {[...sections, ...(after ? [after] : [])].map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`} className="footer-link">
                {section.title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="article-text">
        {sections.map(({ id, title: heading, html }) => (
          <section
            key={id}
            id={id}
            aria-labelledby={`${id}-title`}
            dangerouslySetInnerHTML={{ __html: `<h2 id="${id}-title">${heading}</h2>${html}` }}
          />
        ))}
        {after && <div id={after.id} dangerouslySetInnerHTML={{ __html: after.html }} />}
      </div>
    </article>
  )
}

export function PublishedOn({ date }: { date: string }) {
  const text = new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return <time dateTime={date}>{text}</time>
}

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
