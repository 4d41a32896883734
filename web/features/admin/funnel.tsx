import { useMutation, useQuery } from '@tanstack/react-query'
import { exportFunnel, FUNNEL_STEPS, getFunnel, type Funnel as Counts, type FunnelStep } from '#domain/admin/funnel.ts'
import { CHURN_TEXTS } from '#domain/billing/churn.ts'
import { shortDate } from '#domain/time.ts'
import { reasonOf } from '../../api/api-error.ts'
import { query, useApi } from '../../api/context.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../../ui/feedback.tsx'
import { saveFile } from '../../ui/copy-and-save.tsx'
import { Panel } from '../../ui/panel.tsx'
import { formatNumber } from '../../ui/text.ts'
import { LoadedRows } from './rows.tsx'

const funnelQuery = query(getFunnel, {}, { staleTime: 0 })

const LABELS: Record<FunnelStep, string> = {
  signedUp: 'Signed up',
  confirmed: 'Confirmed',
  firstCompany: 'First company',
  firstRead: 'First story read',
  card: 'Card',
  paid: 'Paid',
  stillPaid: 'Still paid',
}

export function Funnel() {
  return (
    <LoadedRows what="the funnel" query={useQuery(funnelQuery)}>
      {(counts) => <Tables counts={counts} />}
    </LoadedRows>
  )
}

function Tables({ counts: { rows, churn } }: { counts: Counts }) {
  const api = useApi()
  const download = useMutation({
    mutationFn: async () => saveFile(await api.download(exportFunnel), 'tidings-funnel.csv'),
  })
  return (
    <>
      <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <p className="max-w-[62ch] text-muted">
          Accounts by the week they were created and the source their link named, over 12 weeks. Each step says how many
          have come that far by now. Deleted accounts are not counted.
        </p>
        <Button busy={download.isPending} onClick={() => download.mutate()}>
          Download CSV
        </Button>
      </div>
      {download.error && <Alert>{reasonOf(download.error)}</Alert>}
      {rows.length === 0 ? (
        <p className="text-muted">No accounts yet.</p>
      ) : (
        <div className="overflow-x-auto">
          <table className="w-full text-sm tabular-nums">
            <thead>
              <tr className="border-b border-line text-left text-muted">
                <th className="py-2 pr-4 font-medium">Week of</th>
                <th className="py-2 pr-4 font-medium">Source</th>
                {FUNNEL_STEPS.map((step) => (
                  <th key={step} className="py-2 pl-4 text-right font-medium whitespace-nowrap">
                    {LABELS[step]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.week} ${row.source}`} className="border-b border-line">
                  <td className="py-2 pr-4 whitespace-nowrap">{shortDate(row.week, 'UTC')}</td>
                  <td className="py-2 pr-4">{row.source ?? <span className="text-muted">Unknown</span>}</td>
                  {FUNNEL_STEPS.map((step) => (
                    <td key={step} className="py-2 pl-4 text-right">
                      {formatNumber(row[step])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Panel title="Why people cancel">
        {churn.length === 0 ? (
          <p className="text-muted">Nobody has said why.</p>
        ) : (
          <ul className="grid gap-2 tabular-nums">
            {churn.map(({ week, reason, count }) => (
              <li key={`${week} ${reason}`} className="flex gap-3">
                <span className="w-28 flex-none text-muted">{shortDate(week, 'UTC')}</span>
                <span className="w-8 flex-none text-right">{formatNumber(count)}</span>
                {CHURN_TEXTS[reason]}
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  )
}
