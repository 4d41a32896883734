import { useQuery } from '@tanstack/react-query'
import type { HealthCheck } from '#domain/admin/health.ts'
import { Badge } from '../../ui/panel.tsx'
import { counted } from '../../ui/text.ts'
import { LoadedRows, Moment, Row, Rows } from './rows.tsx'
import { healthQuery } from './queries.ts'

const BADGES = { good: 'OK', warn: 'Attention', bad: 'Problem' } as const

export function Health() {
  const health = useQuery(healthQuery)
  return (
    <LoadedRows what="the health of the system" query={health}>
      {({ checkedAt, checks }) => (
        <>
          <h2 className="text-xl">{summaryText(checks)}</h2>
          <p className="mt-1 mb-5 text-muted">
            Last check: <Moment at={checkedAt} />. Repeated every 30 seconds.
          </p>
          <Rows label="Health">
            {checks.map(({ name, state, text, action }) => (
              <Row key={name} title={name} badge={<Badge tone={state}>{BADGES[state]}</Badge>} text={text}>
                {action && <p className="mt-1.5 max-w-[72ch] text-sm break-words">What to do: {action}</p>}
              </Row>
            ))}
          </Rows>
        </>
      )}
    </LoadedRows>
  )
}

function summaryText(checks: HealthCheck[]): string {
  const isBad = checks.filter(({ state }) => state === 'bad').length
  const isOdd = checks.filter(({ state }) => state === 'warn').length
  if (isBad > 0) return counted(isBad, 'problem', 'problems')
  if (isOdd > 0) return `${counted(isOdd, 'thing needs', 'things need')} attention`
  return 'Everything works'
}
