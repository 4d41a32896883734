/* oxlint-disable react/no-array-index-key -- the lines of a text never move among each other */
import { newsSections, NO_CONTENT, type NewsLine, type NewsSection } from '#domain/news-content.ts'

type Level = 'h3' | 'h4'

/** A brief as headed sections of plain text: nothing of it is ever read as markup. */
export function NewsContent({ content, level }: { content: string; level: Level }) {
  const sections = newsSections(content)
  if (sections.length === 0) return <p className="text-muted">{NO_CONTENT}</p>
  return (
    <div className="grid gap-4.5">
      {sections.map((section, index) => (
        <Section key={index} section={section} level={level} />
      ))}
    </div>
  )
}

function Section({ section: { heading, lines }, level: Heading }: { section: NewsSection; level: Level }) {
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
              {group.map(({ text, bullet }, item) => (
                <li key={item} className="grid grid-cols-[auto_1fr] gap-x-3 pl-1">
                  <span aria-hidden className="text-faint tabular-nums">
                    {bullet}
                  </span>
                  <span>{text}</span>
                </li>
              ))}
            </ul>
          ) : (
            <p key={index}>{group.text}</p>
          ),
        )}
      </div>
    </div>
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
