import { useState, type ReactNode } from 'react'
import { Button, cx } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { formatNumber } from '../../ui/text.ts'

type Props = { question: string; answer: string; className?: string; children?: ReactNode }

/** A question an investor has, the answer in one sentence, and what it rests on. */
export function Question({ question, answer, className, children }: Props) {
  return (
    <Panel title={question} {...(className && { className })}>
      <p className="mb-5 max-w-[62ch] font-serif text-lg text-pretty">{answer}</p>
      {children}
    </Panel>
  )
}

type TableProps = {
  title: string
  columns: string[]
  rows: { key: string | number; name: ReactNode; numbers: ReactNode[] }[]
  className?: string
}

/** The first column names the row; the others are numbers. */
export function NumberTable({ title, columns, rows, className }: TableProps) {
  return (
    <table className={cx('w-full border-collapse text-left text-sm', className)}>
      <caption className="sr-only">{title}</caption>
      <thead className="border-b border-line-strong text-muted">
        <tr>
          {columns.map((column, at) => (
            <th key={column} scope="col" className={cx('pb-2 font-medium', at > 0 && 'pl-4 text-right')}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, numbers }) => (
          <tr key={key} className="border-b border-line">
            <th scope="row" className="py-2 font-normal wrap-anywhere">
              {name}
            </th>
            {numbers.map((cell, at) => (
              <td key={columns[at + 1]} className="py-2 pl-4 text-right tabular-nums">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const AT_FIRST = 10

/** The first ten, and a button for the others. */
export function useFirst<Item>(items: Item[]): [shown: Item[], more: ReactNode] {
  const [showsAll, setShowsAll] = useState(false)
  if (showsAll || items.length <= AT_FIRST) return [items, null]
  return [
    items.slice(0, AT_FIRST),
    <Button key="more" className="mt-5 print:hidden" onClick={() => setShowsAll(true)}>
      Show all {formatNumber(items.length)}
    </Button>,
  ]
}
