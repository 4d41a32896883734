import { Article } from '../reading/article.tsx'
import { ReadingList } from '../reading/reading-list.tsx'
import { paths } from '../../paths.ts'
import { entries } from './entries.ts'
import type { BlogEntry } from './entry.ts'

export function BlogPage() {
  return (
    <ReadingList
      title="Blog"
      lead="What we changed, and why. Written when there is something to say."
      items={entries.map(({ slug, title, summary, date }) => ({
        href: `${paths.blog}/${slug}`,
        title,
        summary,
        note: <time dateTime={date.iso}>{date.text}</time>,
      }))}
    />
  )
}

export function BlogEntryPage({ entry }: { entry: BlogEntry }) {
  return (
    <Article
      title={entry.title}
      kicker={
        <>
          <a href={paths.blog} className="underline underline-offset-4">
            Blog
          </a>{' '}
          • <time dateTime={entry.date.iso}>{entry.date.text}</time>
        </>
      }
      lead={entry.lead}
      sections={entry.sections}
    />
  )
}
