import type { Brief } from '#domain/news/briefs.ts'
import { NewsContent } from './news-content.tsx'

type Props = { brief: Brief | null; level: 'h3' | 'h4' }

/** A brief, who wrote it, and how much of it was found in what it cites. */
export function BriefText({ brief, level }: Props) {
  if (!brief) return <NewsContent level={level} content="" sources={[]} />
  const { content, sources, sentences, verified, model } = brief
  return (
    <>
      {model && <p className="mb-3 text-sm text-muted">Written by AI from the sources below</p>}
      <NewsContent level={level} content={content} sources={sources} />
      {sentences > 0 && (
        <details className="mt-4 w-fit max-w-[62ch] text-sm text-muted">
          <summary className="cursor-pointer rounded-sm tabular-nums hover:text-ink">
            {verified} of {sentences} {sentences === 1 ? 'sentence' : 'sentences'} verified
          </summary>
          <p className="mt-1">
            {model
              ? 'A sentence counts as verified when its names, numbers, dates and claims were found in the sources it cites. What AI wrote and could not be verified is left out.'
              : 'A sentence counts as verified when it was found word for word in the source it cites.'}
          </p>
        </details>
      )}
    </>
  )
}
