/* oxlint-disable react/no-array-index-key -- the parts of a letter never move among each other */
import type { ReactNode } from 'react'
import { ownAddress } from './outbox.ts'

const link = 'break-all text-accent underline underline-offset-3 hover:text-accent-strong'

/**
 * The HTML of a letter, drawn from its elements alone: the content policy allows neither frames nor the letter's own
 * styles, and nothing of a letter should run here anyway.
 */
export function RenderedLetter({ html }: { html: string }) {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return <div className="grid gap-3.5">{drawn(body)}</div>
}

function drawn(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent
  const children = [...node.childNodes].map((child, index) => <Part key={index} node={child} />)
  return children
}

function Part({ node }: { node: Node }) {
  if (!(node instanceof HTMLElement)) return drawn(node)
  const address = ownAddress(node.getAttribute('href'))
  switch (node.tagName) {
    case 'H1':
      return <p className="font-serif text-xl font-semibold">{drawn(node)}</p>
    case 'P':
      return <p>{drawn(node)}</p>
    case 'BR':
      return <br />
    case 'A':
      return address ? (
        <a href={address} className={link}>
          {drawn(node)}
        </a>
      ) : (
        <span className="break-all">{drawn(node)}</span>
      )
    case 'SCRIPT':
    case 'STYLE':
      return null
    default:
      return <div className="grid gap-3.5">{drawn(node)}</div>
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
