/* oxlint-disable react/no-array-index-key -- the lines of a text never move among each other */
import {
  newsSections,
  NO_CONTENT,
  type NewsLine,
  type NewsPart,
  type NewsSection,
} from '#domain/news/brief-text.ts'
import type { NewsSource } from '#domain/news/briefs.ts'
import { SourceLink } from './source-link.tsx'

type Level = 'h3' | 'h4'
type Props = { content: string; sources: NewsSource[]; level: Level }

/** A brief as headed sections of plain text: nothing of it is ever read as markup. */
export function NewsContent({ content, sources, level }: Props) {
  const sections = newsSections(content)
  if (sections.length === 0) return <p className="text-muted">{NO_CONTENT}</p>
  return (
    <div className="grid gap-4.5">
      {sections.map((section, index) => (
        <Section key={index} section={section} sources={sources} level={level} />
      ))}
    </div>
  )
}

type SectionProps = { section: NewsSection } & Pick<Props, 'sources' | 'level'>

function Section({ section: { heading, lines, references }, sources, level: Heading }: SectionProps) {
  const cited = references.flatMap((number) => {
    const source = sources[number - 1]
    return source ? [{ number, source }] : []
  })
  /** A line that is a headline and nothing else leads to its source itself, instead of saying it twice. */
  const headlineOf = (text: string) =>
    cited.find(({ source: { title, publisher } }) => text === title || text === `${title} (${publisher})`)
  const said = new Set(lines.map(({ text }) => headlineOf(text)))
  const lineOf = ({ text, parts }: NewsLine) => {
    const headline = headlineOf(text)
    return headline ? (
      <SourceLink url={headline.source.url} title={text} />
    ) : (
      parts.map((part, index) => <Sentence key={index} part={part} sources={sources} />)
    )
  }
  return (
    <div className="max-w-[66ch]">
      {heading && (
        <Heading className="mb-2 font-sans text-sm leading-tight font-semibold tracking-normal">
          {heading}
        </Heading>
      )}
      <div className="grid gap-1.5 font-serif text-lg text-pretty break-words">
        {groups(lines).map((group, index) =>
          Array.isArray(group) ? (
            <ul key={index} className="grid gap-1.5">
              {group.map((line, item) => (
                <li key={item} className="grid grid-cols-[auto_1fr] gap-x-3 pl-1">
                  <span aria-hidden className="text-faint tabular-nums">
                    {line.bullet}
                  </span>
                  <span>{lineOf(line)}</span>
                </li>
              ))}
            </ul>
          ) : (
            <p key={index}>{lineOf(group)}</p>
          ),
        )}
      </div>
      <Sources cited={cited.filter((each) => !said.has(each))} />
    </div>
  )
}

/** Leads to the first source that it cites; the others are listed beneath. */
function Sentence({ part: { text, references }, sources }: { part: NewsPart; sources: NewsSource[] }) {
  const number = references.find((each) => sources[each - 1])
  const source = number === undefined ? undefined : sources[number - 1]
  if (!source) return text
  const said = text.trim()
  return (
    <>
      {text.startsWith(said) ? '' : ' '}
      <SourceLink url={source.url} title={said} cites={number} />
    </>
  )
}

/** What the markers of a section pointed to: the n-th source is what [n] means. */
function Sources({ cited }: { cited: { number: number; source: NewsSource }[] }) {
  if (cited.length === 0) return null
  return (
    <ol aria-label="Sources" className="mt-2.5 grid gap-1 text-sm text-muted">
      {cited.map(({ number, source: { title, url, publisher } }) => (
        <li key={number} value={number} className="grid grid-cols-[auto_1fr] gap-x-2">
          <span className="tabular-nums">[{number}]</span>
          <span className="min-w-0 break-words">
            <SourceLink url={url} title={title} />
            {publisher && `, ${publisher}`}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Neighbouring bullets form one list. */
function groups(lines: NewsLine[]): (NewsLine | NewsLine[])[] {
  const result: (NewsLine | NewsLine[])[] = []
  for (const line of lines) {
    const last = result.at(-1)
    if (line.bullet === null) result.push(line)
    else if (Array.isArray(last)) last.push(line)
    else result.push([line])
  }
  return result
}
