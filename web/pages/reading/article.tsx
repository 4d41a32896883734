import type { ReactNode } from 'react'

export type ArticleSection = { id: string; title: string; body: ReactNode }

type ArticleProps = {
  title: string
  /** A line above the title: a date, or the way back to a list. */
  kicker?: ReactNode
  lead: ReactNode
  sections: ArticleSection[]
  /** Follows the sections without a heading of its own; its title stands in the contents. */
  after?: ArticleSection
}

/** A page to read: title and contents in the margin, text in a measure of at most 70 characters. */
export function Article({ title, kicker, lead, sections, after }: ArticleProps) {
  return (
    <article className="wide article">
      <header className="article-head">
        {kicker && <p className="text-sm text-muted">{kicker}</p>}
        <h1 className="mt-2 text-2xl">{title}</h1>
        <div className="lead">{lead}</div>
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
        {sections.map((section) => (
          <section key={section.id} id={section.id} aria-labelledby={`${section.id}-title`}>
            <h2 id={`${section.id}-title`}>{section.title}</h2>
            {section.body}
          </section>
        ))}
        {after && <div id={after.id}>{after.body}</div>}
      </div>
    </article>
  )
}
