import { dateAndTime } from '#domain/time.ts'
import { Button } from '../ui/button.tsx'
import { Loaded, Row, Rows } from './loaded.tsx'
import { useRecord } from './queries.ts'
import { actText, detailsText } from './words.ts'

/** What administrators did, the newest first. */
export function AuditRecord() {
  const record = useRecord()
  return (
    <Loaded what="the record" query={record}>
      {({ pages }) => {
        const entries = pages.flat()
        if (entries.length === 0) return <p className="text-muted">Nothing was done yet.</p>
        return (
          <>
            <p className="mb-5 max-w-[62ch] text-muted">
              What administrators did and looked at, the newest first.
            </p>
            <Rows label="Record">
              {entries.map(({ id, at, actor, act, email, details }) => (
                <Row
                  key={id}
                  title={email ? `${actText(act)}: ${email}` : actText(act)}
                  text={
                    <>
                      {dateAndTime(at)} · {actor}
                      {Object.keys(details).length > 0 && ` · ${detailsText(details)}`}
                    </>
                  }
                />
              ))}
            </Rows>
            {record.hasNextPage && (
              <Button
                className="mt-5"
                busy={record.isFetchingNextPage}
                onClick={() => void record.fetchNextPage()}
              >
                Load More
              </Button>
            )}
          </>
        )
      }}
    </Loaded>
  )
}
