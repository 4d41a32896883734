import { Fragment, type ReactNode } from 'react'
import { emailBlocks, emailParts, type EmailBlock } from '#domain/updates/email-text.ts'
import { cx } from '../../ui/button.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'

const MAX_DEPTH = 4

/** The parts of a text never change places, so their indexes work as keys. */
const keyed = <Item,>(items: Item[]) => items.map((item, at) => ({ item, key: String(at) }))

type Props = { text: string; heading?: 'h2' | 'h4'; depth?: number }

/** An email as it was written, with earlier emails collapsed. */
export function EmailBody({ text, heading = 'h2', depth = 0 }: Props) {
  return (
    <div className="grid min-w-0 gap-4 wrap-anywhere">
      {keyed(emailBlocks(text)).map(({ item: block, key }) => (
        <Block key={key} block={block} heading={heading} depth={depth} />
      ))}
    </div>
  )
}

type BlockProps = { block: EmailBlock; heading: 'h2' | 'h4'; depth: number }

function Block({ block, heading: Heading, depth }: BlockProps) {
  if (block.kind === 'list') return <List {...block} />
  if (block.kind === 'table') return <Table rows={block.rows} />
  if (block.kind === 'quote') return <Quote {...block} heading={Heading} depth={depth} />
  const { kind, text } = block
  if (kind === 'heading')
    return (
      <Heading className="mt-2 font-sans text-base font-semibold tracking-normal">
        <Words text={text} />
      </Heading>
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
      {keyed(items).map(({ item: { text, level }, key }) => (
        <li key={key} className={cx('pl-1', INDENTS[level], level > 0 && 'list-[circle]')}>
          <Words text={text} />
        </li>
      ))}
    </Tag>
  )
}

function Table({ rows }: { rows: string[][] }) {
  return (
    <table className="w-fit max-w-full font-sans text-base tabular-nums">
      <tbody>
        {keyed(rows).map(({ item: cells, key }) => (
          <tr key={key} className="border-b border-line">
            {keyed(cells).map(({ item: cell, key: column }) => (
              <td key={column} className="py-1.5 pr-6 align-top last:pr-0">
                <Words text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type QuoteProps = Extract<EmailBlock, { kind: 'quote' }> & Pick<BlockProps, 'heading' | 'depth'>

function Quote({ text, from, isFolded, heading, depth }: QuoteProps) {
  const said =
    depth < MAX_DEPTH ? (
      <EmailBody text={text} heading={heading} depth={depth + 1} />
    ) : (
      <p className="whitespace-pre-line">{text}</p>
    )
  const quoted = <blockquote className="border-l-2 border-line-strong pl-4 text-muted">{said}</blockquote>
  if (!isFolded) return quoted
  return (
    <details className="min-w-0">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-2 rounded-sm font-sans text-sm text-muted hover:text-ink md:min-h-9">
        <span className="underline underline-offset-3">Earlier email</span>
        {from && <span className="min-w-0">{from.replace(/\s?<[^>]*>/, '').replace(/\s?:$/, '')}</span>}
      </summary>
      <div className="mt-2">{quoted}</div>
    </details>
  )
}

function Words({ text }: { text: string }): ReactNode {
  return keyed(emailParts(text)).map(({ item: part, key }) => (
    <Fragment key={key}>
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
