import { lazy, Suspense, useCallback, useState } from 'react'
import { Palette } from '../palette/palette.tsx'
import { useMayUse } from '../palette/use-may-use.ts'
import { RefreshAll, RefreshOne, RemoveOne } from './company-deeds.tsx'
import { KeySheet } from './key-sheet.tsx'
import { useKeyDeeds, type Deed } from './use-key-deeds.ts'

const AddInvestmentDialog = lazy(() =>
  import('../companies/add-investment-dialog.tsx').then((module) => ({
    default: module.AddInvestmentDialog,
  })),
)

/** Whatever the keys and the palette bring up, over any page. One thing at a time; a refresh is in nobody's way. */
export function CommandCenter() {
  const [shown, setShown] = useState<Deed | null>(null)
  const [refreshing, setRefreshing] = useState<Deed | null>(null)
  const mayUse = useMayUse()
  const close = useCallback(() => setShown(null), [])
  const begin = (deed: Deed) => {
    if (deed.kind === 'refresh' || deed.kind === 'refresh-all') return setRefreshing(deed)
    const isBlocked = document.querySelector('dialog[open]') !== null
    const closes = (before: Deed | null) => before?.kind === 'palette' && deed.kind === 'palette'
    setShown((before) => (closes(before) ? null : isBlocked ? before : deed))
  }
  useKeyDeeds({ onDeed: begin, mayUse })
  return (
    <>
      {shown?.kind === 'palette' && (
        <Palette
          onClose={close}
          add={() => setShown({ kind: 'add' })}
          refreshAll={() => setRefreshing({ kind: 'refresh-all' })}
          showKeys={() => setShown({ kind: 'sheet' })}
        />
      )}
      {shown?.kind === 'sheet' && <KeySheet onClose={close} />}
      {shown?.kind === 'add' && (
        <Suspense>
          <AddInvestmentDialog onClose={close} />
        </Suspense>
      )}
      {shown?.kind === 'remove' && <RemoveOne companyId={shown.companyId} onDone={close} />}
      {refreshing?.kind === 'refresh-all' && <RefreshAll onDone={() => setRefreshing(null)} />}
      {refreshing?.kind === 'refresh' && (
        <RefreshOne companyId={refreshing.companyId} onDone={() => setRefreshing(null)} />
      )}
    </>
  )
}
