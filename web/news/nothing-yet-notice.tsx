import { useQueries } from '@tanstack/react-query'
import type { CompanyWithNews } from '#domain/news.ts'
import { Notice } from '../ui/alert.tsx'
import { coverageQuery } from './queries.ts'

const ASKED = 6

/** No company has news. Whether that is because the first checks still run is asked of a few of them. */
export function NothingYetNotice({ rows }: { rows: CompanyWithNews[] }) {
  const { isKnown, isChecking } = useQueries({
    queries: spread(rows, ASKED).map(({ id }) => coverageQuery(id)),
    combine: (answers) => ({
      isKnown: answers.every(({ isPending }) => !isPending),
      isChecking: answers.some(({ data }) => data?.state === 'checking'),
    }),
  })
  if (!isKnown && !isChecking) return null
  return (
    <div className="mb-5">
      <Notice>
        {isChecking
          ? 'First check is running. News appears here as soon as something is found; nothing is wrong if it takes a while.'
          : 'Nothing has been found about your companies so far. Each card says whether its sources are quiet, broken or were never found.'}
      </Notice>
    </div>
  )
}

/** A few of a list, evenly from its beginning to its end. */
function spread<Item>(items: Item[], count: number): Item[] {
  if (items.length <= count) return items
  return Array.from(
    { length: count },
    (_, index) => items[Math.round((index * (items.length - 1)) / (count - 1))],
  ).filter((item) => item !== undefined)
}
