import type { NewsSource, PublishedBrief } from '#domain/news/briefs.ts'
import { withoutMark } from '#domain/news/event-line.ts'
import { linesOf, type BriefLine, type NumberedSource } from './reading/brief-lines.ts'
import { BAD_LABELS, EventRow } from './reading/event-row.tsx'
import { useOnScreen } from './reading/on-screen.ts'
import { useMarkRead } from './reading/queries.ts'
import { SourceLink } from './source-link.tsx'
import { asSentence, hostOf, webAddress } from '../../ui/text.ts'

type Props = {
  brief: PublishedBrief | null
  companyId: number
  newMarks: ReadonlySet<number>
  now: Date
  onNotMine: (story: { id: number; title: string }) => void
  /** Called on hover or focus, before the button is pressed. */
  onReach: () => void
}

export function BriefText({ brief, ...props }: Props) {
  if (!brief || brief.sections.length === 0) return <p className="text-muted">No news content available.</p>
  return linesOf(brief).map(({ heading, lines }) => (
    <div key={heading} className="mt-3 first:mt-0">
      <h4 className="font-sans text-sm leading-tight font-semibold tracking-normal">{heading}</h4>
      <ul className="divide-y divide-dashed divide-line">
        {lines.map((line) => (
          <Line key={line.key} line={line} heading={heading} {...props} />
        ))}
      </ul>
    </div>
  ))
}

/** Whether people or a model wrote the sentences. */
export function BriefOrigin({ brief }: Pick<Props, 'brief'>) {
  if (!brief || brief.sections.length === 0 || brief.status === 'headlines') return null
  return (
    <p className="py-1.5 text-sm text-muted">
      {brief.model === null
        ? 'Quoted word for word.'
        : 'Written by AI from these sources. Sentences they do not support are left out.'}
    </p>
  )
}

type LineProps = Omit<Props, 'brief'> & { line: BriefLine; heading: string }

/** Sentences are rendered as plain text, never as markup. */
function Line({ line, heading, companyId, newMarks, now, onNotMine, onReach }: LineProps) {
  const { storyId, label, publishedAt, precision, cited } = line
  const isNew = storyId !== null && newMarks.has(storyId)
  const markRead = useMarkRead()
  const ref = useOnScreen<HTMLLIElement>(isNew, () => {
    if (storyId !== null) markRead([{ companyId, roots: [storyId] }])
  })
  const shownLabel = label ?? heading
  return (
    <li ref={ref}>
      <EventRow
        label={shownLabel}
        isBad={BAD_LABELS.has(shownLabel)}
        isNew={isNew}
        publishedAt={publishedAt}
        precision={precision}
        now={now}
      >
        <p className="max-w-[62ch] font-serif text-lg text-pretty break-words">
          {statements(line).map((sentence, at, { length }) => (
            <Sentence key={sentence.text} {...sentence} label={label} cited={cited} isLast={at === length - 1} />
          ))}
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-0.5 text-sm text-muted">
          <Sources cited={cited} />
          <NotMine line={line} onReach={onReach} onSelect={onNotMine} />
        </div>
      </EventRow>
    </li>
  )
}

/** Records are best described by their title: "Harvest Bay has 6 open roles". */
const RECORDS: ReadonlySet<string | null> = new Set(['Filing', 'Hiring', 'Release'])

const statements = ({ label, sentences, cited: [first] }: BriefLine) =>
  first && RECORDS.has(label) ? [{ text: first.source.title, citations: [first.number] }] : sentences

type SentenceProps = {
  text: string
  citations: number[]
  label: string | null
  cited: NumberedSource[]
  isLast: boolean
}

function Sentence({ text, citations, label, cited, isLast }: SentenceProps) {
  const sources = cited.filter(({ number }) => citations.includes(number))
  const [first] = sources
  // The outlet is dropped here because it appears below.
  const isHeadline = first && text === `${first.source.title} (${first.source.publisher})`
  const shown = withoutMark(label, isHeadline ? first.source.title : text)
  return (
    <span>
      {isLast ? shown : asSentence(shown)}
      {sources.map(({ number, source }) => (
        <sup key={number} className="ml-1 font-sans text-sm text-accent tabular-nums">
          <SourceLink url={source.url} title={String(number)} cites={number} />
        </sup>
      ))}{' '}
    </span>
  )
}

function Sources({ cited }: { cited: NumberedSource[] }) {
  if (cited.length === 0) return null
  return (
    <ol aria-label="Sources" className="flex min-w-0 flex-wrap gap-x-4">
      {cited.map(({ number, source }) => (
        <li key={number} value={number} title={source.title} className="min-w-0 break-words">
          <span className="tabular-nums">{number}</span> <SourceLink url={source.url} title={outletOf(source)} />
        </li>
      ))}
    </ol>
  )
}

/** The publisher's name, or else the host of the source's URL. */
function outletOf({ publisher, url, title }: NewsSource): string {
  const address = webAddress(url)
  return publisher ?? (address ? hostOf(address) : title)
}

type NotMineProps = {
  line: BriefLine
  onReach: () => void
  onSelect: (story: { id: number; title: string }) => void
}

function NotMine({ line: { storyId, cited }, onReach, onSelect }: NotMineProps) {
  const title = cited[0]?.source.title
  if (storyId === null || title === undefined) return null
  return (
    <button
      type="button"
      className="cursor-pointer rounded-sm underline-offset-3 hover:text-ink hover:underline pointer-coarse:py-2"
      aria-label={`Not my company: ${title}`}
      onFocus={onReach}
      onPointerEnter={onReach}
      onClick={() => onSelect({ id: storyId, title })}
    >
      Not my company
    </button>
  )
}
