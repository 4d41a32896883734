import type { ReactNode } from 'react'
import { cx } from '../ui/class-names.ts'

type Line = { key: string; name: ReactNode; values: ReactNode[] }

type Props = { label: string; of: string; columns: string[]; lines: Line[] }

/** Figures under their headings; on a phone each line is a small block of its own, with the headings inside. */
export function FigureTable({ label, of, columns, lines }: Props) {
  return (
    <table aria-label={label} className="w-full text-sm tabular-nums max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-b border-line text-muted">
          <th scope="col" className="py-2 text-left font-normal">
            {of}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className="py-2 pl-4 text-right font-normal">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {lines.map(({ key, name, values }) => (
          <tr
            key={key}
            className="border-b border-line max-md:grid max-md:grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] max-md:gap-x-3 max-md:gap-y-2 max-md:py-3"
          >
            <th
              scope="row"
              className="text-left font-medium break-words max-md:col-span-full max-md:text-base md:py-2.5"
            >
              {name}
            </th>
            {values.map((value, at) => (
              <td
                key={columns[at]}
                className={cx('md:py-2.5 md:pl-4 md:text-right', value === '0' && 'text-muted')}
              >
                <span aria-hidden className="block text-muted md:hidden">
                  {columns[at]}
                </span>
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
