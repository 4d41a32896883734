import type { Share } from './summary.ts'

/** A small table: how many of each kind, with a line as long as its share. */
export function Breakdown({ title, shares }: { title: string; shares: Share[] }) {
  return (
    <table className="report-breakdown w-full border-collapse text-sm">
      <caption className="border-b border-ink pb-1.5 text-left font-serif text-base font-semibold">
        {title}
      </caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Group</th>
          <th scope="col">Companies</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {shares.map(({ label, count, share }) => (
          <tr key={label}>
            <th scope="row" className="w-full pt-1.5 pr-3 text-left align-top font-normal break-words">
              {label}
              <span
                aria-hidden
                className="mt-1 block border-t-2 border-muted"
                style={{ width: `max(2px, ${(share * 100).toFixed(1)}%)` }}
              />
            </th>
            <td className="pt-1.5 text-right align-top tabular-nums">{count.toLocaleString('en-US')}</td>
            <td className="w-12 pt-1.5 pl-3 text-right align-top text-muted tabular-nums">
              {percent(share)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const percent = (share: number) => (share < 0.005 ? '<1%' : `${Math.round(share * 100)}%`)
