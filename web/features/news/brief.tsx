import type { NewsSource, PublishedBrief } from '#domain/news/briefs.ts'
import { outletName, withoutName } from '#domain/news/event-line.ts'
import { originText, statementsOf } from './brief-text.ts'
import { linesOf, type BriefLine, type NumberedSource } from './reading/brief-lines.ts'
import { BAD_LABELS, EventRow } from './reading/event-row.tsx'
import { useOnScreen } from './reading/on-screen.ts'
import { useMarkRead } from './reading/queries.ts'
import { SourceLink } from './source-link.tsx'
import { asSentence, hostOf, webAddress } from '../../ui/text.ts'

type Props = {
  brief: PublishedBrief | null
  company: { id: number; name: string }
  newMarks: ReadonlySet<number>
  now: Date
}

export function BriefText({ brief, ...props }: Props) {
  if (!brief || brief.sections.length === 0) return <p className="text-muted">No news content available.</p>
  const sections = linesOf(brief)
  const hasHeadings = !sections.every(isSaidByKind)
  return sections.map(({ heading, lines }) => (
    <div key={heading} className="mt-3 first:mt-0">
      {hasHeadings && <h4 className="font-sans text-sm leading-tight font-semibold tracking-normal">{heading}</h4>}
      <ul>
        {lines.map((line) => (
          <Line key={line.key} line={line} heading={heading} {...props} />
        ))}
      </ul>
    </div>
  ))
}

/** "Leadership & Team" above "Leadership" says nothing more. */
const isSaidByKind = ({ heading, lines }: ReturnType<typeof linesOf>[number]) =>
  lines.every(({ label }) => heading.toLowerCase().includes((label ?? heading).toLowerCase()))

/** What people wrote doesn't need to say so. */
export function AiLabel({ brief }: Pick<Props, 'brief'>) {
  if (!brief?.model) return null
  return <p className="pt-1.5 text-sm text-muted">{originText(brief)}</p>
}

type LineProps = Omit<Props, 'brief'> & { line: BriefLine; heading: string }

/** Sentences are rendered as plain text, never as markup. */
function Line({ line, heading, company, newMarks, now }: LineProps) {
  const { storyId, label, publishedAt, precision, cited } = line
  const isNew = storyId !== null && newMarks.has(storyId)
  const markRead = useMarkRead()
  const ref = useOnScreen<HTMLLIElement>(isNew, () => {
    if (storyId !== null) markRead([{ companyId: company.id, roots: [storyId] }])
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
          {statementsOf(line).map((text, at, { length }) => (
            <Sentence
              key={text}
              text={at === length - 1 ? text : asSentence(text)}
              name={at === 0 ? company.name : ''}
            />
          ))}
        </p>
        <Sources cited={cited} name={company.name} />
      </EventRow>
    </li>
  )
}

function Sentence({ text, name }: { text: string; name: string }) {
  const rest = name === '' ? text : withoutName(text, name)
  const lead = text.slice(0, text.length - rest.length)
  return (
    <span>
      {lead && <b className="font-semibold">{lead}</b>}
      {rest}{' '}
    </span>
  )
}

function Sources({ cited, name }: { cited: NumberedSource[]; name: string }) {
  if (cited.length === 0) return null
  return (
    <ul aria-label="Sources" className="mt-0.5 flex min-w-0 flex-wrap gap-x-3.5 text-sm text-muted">
      {cited.map(({ number, source }) => (
        <li key={number} title={source.title} className="min-w-0 break-words">
          <SourceLink url={source.url} title={outletOf(source, name)} />
        </li>
      ))}
    </ul>
  )
}

/** The publisher's name, or else the host of the source's URL. */
function outletOf({ publisher, url, title }: NewsSource, name: string): string {
  const address = webAddress(url)
  return outletName(publisher, name) ?? (address ? hostOf(address) : title)
}
