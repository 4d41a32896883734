import { useQuery } from '@tanstack/react-query'
import type { JobStats, ParkedJob } from '#domain/admin/operations.ts'
import { dateAndTime } from '#domain/time.ts'
import { Badge, Panel } from '../../ui/panel.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/overlays/dialog.tsx'
import { StatTable, LoadedRows, Moment, Row, Rows } from './rows.tsx'
import { counted, formatNumber } from '../../ui/text.ts'
import { jobsQuery, useDiscardJob, useTryJobAgain } from './queries.ts'

export function Jobs() {
  const jobs = useQuery(jobsQuery)
  return (
    <LoadedRows what="the jobs" query={jobs}>
      {({ lines, parked }) => (
        <>
          <h2 className="mb-4 text-xl">Parked jobs</h2>
          <Rows label="Parked jobs" none="None. A job is parked when it has failed six times.">
            {parked.map((job) => (
              <Parked key={job.id} job={job} />
            ))}
          </Rows>
          <Panel title="Queue">
            {lines.length === 0 ? <p className="text-muted">No jobs yet.</p> : <Queue lines={lines} />}
          </Panel>
        </>
      )}
    </LoadedRows>
  )
}

function Queue({ lines }: { lines: JobStats[] }) {
  return (
    <StatTable
      label="Queue"
      rowHeading="Job"
      columns={['Waiting', 'Running', 'Retrying', 'Last done']}
      lines={lines.map((line) => ({
        key: line.name,
        name: (
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            {line.name}
            {line.parked > 0 && <Badge tone="bad">{formatNumber(line.parked)} parked</Badge>}
          </span>
        ),
        values: [
          formatNumber(line.waiting),
          formatNumber(line.active),
          formatNumber(line.retrying),
          <Moment key="done" at={line.doneAt} />,
        ],
      }))}
    />
  )
}

function Parked({ job }: { job: ParkedJob }) {
  const again = useTryJobAgain(job.id)
  const discard = useDiscardJob(job.id)
  return (
    <Row
      title={job.name}
      text={
        <>
          {counted(job.tries, 'try', 'tries')}, the last {job.failedAt ? dateAndTime(job.failedAt) : 'unknown'}
          {job.problem && ` · ${job.problem}`}
        </>
      }
      action={
        <>
          <Button busy={again.isPending} aria-label={`Try ${job.name} again`} onClick={again.start}>
            Try Again
          </Button>
          <ConfirmButton
            variant="quiet"
            busy={discard.isPending}
            aria-label={`Discard ${job.name}`}
            question={{ title: 'Discard this job?', text: 'It will not be retried.', action: 'Discard' }}
            onConfirm={discard.start}
          >
            Discard
          </ConfirmButton>
        </>
      }
    />
  )
}
