import { useQuery } from '@tanstack/react-query'
import type { DigestPreview as Preview } from '#domain/mailings/settings.ts'
import { Loaded, LoadingLines } from '../../ui/loaded.tsx'
import { Panel } from '../../ui/panel.tsx'
import { keyOf, StoryLines } from './email-story.tsx'
import { digestQuery } from './queries.ts'

export function DigestPreview() {
  const preview = useQuery(digestQuery)
  return (
    <Panel title="Your next digest, as of now">
      <Loaded
        what="the preview"
        query={preview}
        loading={<LoadingLines label="Loading the preview" widths={['w-3/4', 'w-full', 'w-1/2']} />}
      >
        {({ email }) =>
          email ? (
            <Email email={email} />
          ) : (
            <p className="max-w-[62ch] text-muted">
              Add a company to see a preview. Sample companies are fictional and are left out of emails.
            </p>
          )
        }
      </Loaded>
    </Panel>
  )
}

function Email({ email: { title, summary, stories, notes } }: { email: NonNullable<Preview['email']> }) {
  return (
    <article aria-label="Preview of the email" className="rounded-md border border-line bg-surface px-4.5 py-6 sm:px-7">
      <h3 className="text-xl text-balance">{title}</h3>
      <p className="mt-1 font-serif text-base text-muted">{summary}</p>
      <ul>
        {stories.map((story) => (
          <li key={keyOf(story)} className="mt-5">
            <StoryLines story={story} />
          </li>
        ))}
      </ul>
      {notes.map((note) => (
        <p key={note} className="mt-5 text-sm text-muted">
          {note}
        </p>
      ))}
    </article>
  )
}
