import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { paths } from '../paths.ts'
import { Notice } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { uncheckedQuery } from './refresh-answer.ts'

/** What the last refresh could not check, each with its reason, until it is put away or refreshed again. */
export function UncheckedNotice() {
  const queryClient = useQueryClient()
  const { data: unchecked = [] } = useQuery({ ...uncheckedQuery, enabled: false })
  if (unchecked.length === 0) return null
  const count = unchecked.length
  return (
    <div className="mb-5">
      <Notice
        action={
          <Button look="quiet" onClick={() => queryClient.setQueryData(uncheckedQuery.queryKey, [])}>
            Dismiss
          </Button>
        }
      >
        <details>
          <summary className="cursor-pointer font-medium">
            {count === 1 ? '1 company could not be checked' : `${count} companies could not be checked`}
          </summary>
          <ul className="mt-2 grid max-h-60 gap-1 overflow-y-auto">
            {unchecked.map(({ id, name, reason }) => (
              <li key={id} className="break-words">
                <Link to={paths.company(id)} className="font-medium underline-offset-3 hover:underline">
                  {name}
                </Link>
                : {reason}
              </li>
            ))}
          </ul>
        </details>
      </Notice>
    </div>
  )
}
