import { useId, useState, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

type Props = {
  title: string
  /** What the figures are about, over the columns of the table. */
  columns: [string, string]
  rows: [label: string, value: string][]
  children: ReactNode
}

/** A chart under its title; the same figures stand in a table for whoever prefers to read them. */
export function Chart({ title, columns, rows, children }: Props) {
  const id = useId()
  const [isTable, setIsTable] = useState(false)
  return (
    <section aria-labelledby={id} className="mt-8 border-t border-line pt-6 break-inside-avoid">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        <Button
          look="quiet"
          className="-mr-3.5 print:hidden"
          aria-label={`${isTable ? 'Show as chart' : 'Show as table'}: ${title}`}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
      {isTable ? <Figures title={title} columns={columns} rows={rows} /> : children}
    </section>
  )
}

function Figures({ title, columns, rows }: Omit<Props, 'children'>) {
  return (
    <table className="w-full max-w-140 border-collapse text-left text-sm">
      <caption className="sr-only">{title}</caption>
      <thead className="border-b border-line-strong text-muted">
        <tr>
          <th scope="col" className="pb-2 font-medium">
            {columns[0]}
          </th>
          <th scope="col" className="pb-2 text-right font-medium">
            {columns[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, value]) => (
          <tr key={label} className="border-b border-line">
            <th scope="row" className="py-2 pr-4 font-normal break-words">
              {label}
            </th>
            <td className="py-2 text-right tabular-nums">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
