/* oxlint-disable react/no-array-index-key -- the parts of a letter never move among each other */
import { letterParts, type LetterPart } from './letter-parts.ts'
import { ownAddress } from './outbox.ts'

const link = 'wrap-anywhere text-accent underline underline-offset-3 hover:text-accent-strong'

/** The HTML of a letter by its elements alone: neither frames nor the letter's own styles are allowed here. */
export function RenderedLetter({ html }: { html: string }) {
  return <Parts parts={letterParts(html)} />
}

function Parts({ parts }: { parts: LetterPart[] }) {
  return parts.map((part, index) => <Part key={index} part={part} />)
}

function Part({ part }: { part: LetterPart }) {
  if (typeof part === 'string') return part
  const content = <Parts parts={part.parts} />
  const address = part.href === null ? null : ownAddress(part.href)
  switch (part.tag) {
    case 'h1':
      return <p className="mb-4 font-serif text-xl font-semibold">{content}</p>
    case 'p':
      return <p className="mb-4">{content}</p>
    case 'br':
      return <br />
    case 'a':
      return address ? (
        <a href={address} className={link}>
          {content}
        </a>
      ) : (
        <span className="wrap-anywhere">{content}</span>
      )
    default:
      return <div>{content}</div>
  }
}

export function PlainLetter({ text }: { text: string }) {
  return (
    <p className="break-words whitespace-pre-wrap">
      {text.split(/(https?:\/\/\S+)/).map((part, index) => {
        const address = /^https?:/.test(part) ? ownAddress(part) : null
        return address ? (
          <a key={index} href={address} className={link}>
            {part}
          </a>
        ) : (
          part
        )
      })}
    </p>
  )
}
