import { useQuery } from '@tanstack/react-query'
import type { PollingHealth, SourceHealth } from '#domain/admin/operations.ts'
import { dateAndTime, shortDate } from '#domain/time.ts'
import { Badge, Panel } from '../../ui/panel.tsx'
import { Stats, LoadedRows, Moment, Row, Rows } from './rows.tsx'
import { sourcesQuery } from './queries.ts'
import { SearchSpending } from './search-spending.tsx'
import { counted, formatNumber } from '../../ui/text.ts'

const COVERAGE: [state: keyof PollingHealth['coverage'], label: string][] = [
  ['active', 'In the news'],
  ['quiet', 'Quiet'],
  ['partial', 'Partly failing'],
  ['broken', 'All failing'],
  ['not-found', 'No source found'],
  ['checking', 'First check pending'],
]

export function Sources() {
  const health = useQuery(sourcesQuery)
  return (
    <LoadedRows what="the sources" query={health}>
      {({ sources, coverage, failing, search }) => (
        <>
          <h2 className="mb-4 text-xl">Coverage of tracked companies</h2>
          <Stats stats={COVERAGE.map(([state, label]) => [label, formatNumber(coverage[state])])} />
          {search && <SearchSpending {...search} />}
          <Panel title="Sources">
            <Rows label="Sources">
              {[...sources].sort(onFirst).map((source) => (
                <Source key={source.name} source={source} />
              ))}
            </Rows>
          </Panel>
          <Panel title="Failing addresses">
            <Failing failing={failing} />
          </Panel>
        </>
      )}
    </LoadedRows>
  )
}

const onFirst = (a: SourceHealth, b: SourceHealth) => Number(b.isOn) - Number(a.isOn)

function Source({ source }: { source: SourceHealth }) {
  return (
    <Row
      title={source.label}
      badge={
        <>
          {source.isOn ? <Badge tone="good">On</Badge> : <Badge>Off</Badge>}
          {!source.allowsCommercialUse && <Badge tone="warn">Not for commercial use</Badge>}
        </>
      }
      text={source.gives}
    >
      <p className="mt-1 max-w-[72ch] text-sm text-muted">
        {source.terms}{' '}
        {source.termsUrl && (
          <a
            href={source.termsUrl}
            target="_blank"
            rel="noopener noreferrer"
            className="text-accent underline underline-offset-3"
          >
            Terms<span className="sr-only"> of {source.label}</span>
          </a>
        )}
        {source.readOn &&
          ` Summarized from published documentation on ${shortDate(source.readOn, 'UTC')}; read the current terms before you rely on this.`}
      </p>
      {source.isOn && source.addresses === 0 && <p className="mt-1.5 text-sm">No addresses polled yet.</p>}
      {source.addresses > 0 && (
        <Stats
          stats={[
            ['Addresses', formatNumber(source.addresses)],
            ['Good', formatNumber(source.good)],
            ['Failing', formatNumber(source.failing)],
            ['Parked', formatNumber(source.parked)],
            ['Not checked yet', formatNumber(source.unchecked)],
            ['Last poll', <Moment key="look" at={source.checkedAt} />],
            ['Last answer', <Moment key="answer" at={source.goodAt} />],
          ]}
        />
      )}
      {source.problem && <p className="mt-1.5 text-sm break-words">Latest failure: {source.problem}</p>}
    </Row>
  )
}

function Failing({ failing }: Pick<PollingHealth, 'failing'>) {
  return (
    <Rows label="Failing addresses" none="None. Every address responds.">
      {failing.map(({ label, address, failures, failingSince, problem }, at) => (
        <Row
          key={`${label} ${address ?? at}`}
          title={address ?? 'A user’s feed'}
          text={
            <>
              {label} · {counted(failures, 'failure', 'failures')}
              {failingSince && ` since ${dateAndTime(failingSince)}`}
              {problem && ` · ${problem}`}
            </>
          }
        />
      ))}
    </Rows>
  )
}
