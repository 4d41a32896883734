import { useCallback, useState } from 'react'
import { Palette } from './palette.tsx'
import { useHasAccess } from './use-commands.ts'
import { RefreshAll, RefreshOne, RemoveOne } from './company-actions.tsx'
import { ShortcutSheet } from './shortcut-sheet.tsx'
import { useShortcutActions, type ShortcutAction } from './use-shortcut-actions.ts'
import { lazyComponent } from '../../ui/lazy.tsx'

const AddInvestmentDialog = lazyComponent(() => import('../companies/add-investment-dialog.tsx'), 'AddInvestmentDialog')

export function CommandCenter() {
  const [shown, setShown] = useState<ShortcutAction | null>(null)
  const [refreshing, setRefreshing] = useState<ShortcutAction | null>(null)
  const hasAccess = useHasAccess()
  const close = useCallback(() => setShown(null), [])
  const begin = (action: ShortcutAction) => {
    if (action.kind === 'refresh' || action.kind === 'refresh-all') return setRefreshing(action)
    const isBlocked = document.querySelector('dialog[open]') !== null
    const closes = (before: ShortcutAction | null) => before?.kind === 'palette' && action.kind === 'palette'
    setShown((before) => (closes(before) ? null : isBlocked ? before : action))
  }
  useShortcutActions({ onAction: begin, hasAccess })
  return (
    <>
      {shown?.kind === 'palette' && <Palette onClose={close} onAction={begin} />}
      {shown?.kind === 'sheet' && <ShortcutSheet onClose={close} />}
      {shown?.kind === 'add' && <AddInvestmentDialog onClose={close} />}
      {shown?.kind === 'remove' && <RemoveOne companyId={shown.companyId} onDone={close} />}
      {refreshing?.kind === 'refresh-all' && <RefreshAll onDone={() => setRefreshing(null)} />}
      {refreshing?.kind === 'refresh' && (
        <RefreshOne companyId={refreshing.companyId} onDone={() => setRefreshing(null)} />
      )}
    </>
  )
}
