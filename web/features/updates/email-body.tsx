import { Fragment, type ReactNode } from 'react'
import { emailBlocks, emailParts, type EmailBlock } from '#domain/updates/email-text.ts'
import { cx } from '../../ui/button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'

const MAX_DEPTH = 4

/** An email as it was written; what it quotes is folded. */
export function EmailBody({ text, depth = 0 }: { text: string; depth?: number }) {
  return (
    <div className="grid min-w-0 gap-4 wrap-anywhere">
      {emailBlocks(text).map((block, index) => (
        // Blocks of a text never change places.
        // oxlint-disable-next-line react/no-array-index-key
        <Block key={index} block={block} depth={depth} />
      ))}
    </div>
  )
}

function Block({ block, depth }: { block: EmailBlock; depth: number }) {
  if (block.kind === 'list') return <List {...block} />
  if (block.kind === 'quote') return <Quote {...block} depth={depth} />
  const { kind, text } = block
  if (kind === 'heading')
    return (
      <h2 className="mt-2 font-sans text-base font-semibold tracking-normal">
        <Words text={text} />
      </h2>
    )
  return (
    <p className={cx('whitespace-pre-line', kind === 'signature' && 'font-sans text-sm text-muted')}>
      <Words text={text} />
    </p>
  )
}

const INDENTS = ['', 'ml-5', 'ml-10', 'ml-15']

function List({ isOrdered, items }: Extract<EmailBlock, { kind: 'list' }>) {
  const Tag = isOrdered ? 'ol' : 'ul'
  return (
    <Tag className={cx('grid gap-1.5 pl-6', isOrdered ? 'list-decimal' : 'list-disc marker:text-faint')}>
      {items.map(({ text, level }, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={cx('pl-1', INDENTS[level], level > 0 && 'list-[circle]')}>
          <Words text={text} />
        </li>
      ))}
    </Tag>
  )
}

function Quote({ text, from, isFolded, depth }: Extract<EmailBlock, { kind: 'quote' }> & { depth: number }) {
  const said =
    depth < MAX_DEPTH ? <EmailBody text={text} depth={depth + 1} /> : <p className="whitespace-pre-line">{text}</p>
  const quoted = <blockquote className="border-l-2 border-line-strong pl-4 text-muted">{said}</blockquote>
  if (!isFolded) return quoted
  return (
    <details className="min-w-0">
      <summary className="inline-flex min-h-11 max-w-full cursor-pointer items-center rounded-sm font-sans text-sm text-muted underline underline-offset-3 hover:text-ink md:min-h-9">
        {from ? `Show earlier email: ${from.replace(/\s?:$/, '')}` : 'Show earlier email'}
      </summary>
      <div className="mt-2">{quoted}</div>
    </details>
  )
}

function Words({ text }: { text: string }): ReactNode {
  return emailParts(text).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {part.href === null ? (
        part.text
      ) : (
        <ExternalLink
          href={part.href}
          className="text-accent underline decoration-line-strong underline-offset-3 hover:decoration-current"
        >
          {part.text}
        </ExternalLink>
      )}
    </Fragment>
  ))
}
