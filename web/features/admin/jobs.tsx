import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { JobStats, ParkedJob } from '#domain/admin/operations.ts'
import { dateAndTime } from '#domain/time.ts'
import { Badge, Panel } from '../../ui/panel.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/overlays/dialog.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { StatTable, Loaded, Moment, Row, Rows } from './rows.tsx'
import { failed, jobBack, jobForgotten, formatNumber } from './text.ts'
import { jobsQuery, useDiscardJob, useTryJobAgain } from './queries.ts'

export function Jobs() {
  const jobs = useQuery(jobsQuery)
  return (
    <Loaded what="the jobs" query={jobs}>
      {({ lines, parked }) => (
        <>
          <h2 className="mb-4 text-xl">Parked jobs</h2>
          {parked.length === 0 ? (
            <p className="text-muted">None. A job is parked when it has failed six times.</p>
          ) : (
            <Rows label="Parked jobs">
              {parked.map((job) => (
                <Parked key={job.id} job={job} />
              ))}
            </Rows>
          )}
          <Panel title="Queue">
            {lines.length === 0 ? <p className="text-muted">No jobs yet.</p> : <Queue lines={lines} />}
          </Panel>
        </>
      )}
    </Loaded>
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
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const again = useTryJobAgain()
  const discard = useDiscardJob()
  const tryAgain = () =>
    again.mutate(job.id, {
      onSuccess: () => toast(jobBack),
      onError: (error) => toast(failed('retry the job', error)),
    })
  const forget = () => {
    setAsking(false)
    discard.mutate(job.id, {
      onSuccess: () => toast(jobForgotten),
      onError: (error) => toast(failed('discard the job', error)),
    })
  }
  return (
    <Row
      title={job.name}
      text={
        <>
          {job.tries} {job.tries === 1 ? 'try' : 'tries'}, the last{' '}
          {job.failedAt ? dateAndTime(job.failedAt) : 'unknown'}
          {job.problem && ` · ${job.problem}`}
        </>
      }
      action={
        <>
          <Button busy={again.isPending} aria-label={`Try ${job.name} again`} onClick={tryAgain}>
            Try Again
          </Button>
          <Button
            variant="quiet"
            busy={discard.isPending}
            aria-label={`Forget ${job.name}`}
            onClick={() => setAsking(true)}
          >
            Forget
          </Button>
        </>
      }
    >
      {asking && (
        <Confirm
          title="Discard this job?"
          text="It will not be retried."
          action="Forget"
          onConfirm={forget}
          onCancel={() => setAsking(false)}
        />
      )}
    </Row>
  )
}
