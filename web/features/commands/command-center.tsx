import { useCallback, useEffect, useRef, useState } from 'react'
import { failed, reasonOf } from '../../api/api-error.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CompanyName } from '#domain/companies/company.ts'
import { removeQuestion } from '../companies/messages.ts'
import { namesQuery, usePrefetchedNames } from './use-hits.ts'
import { companyQuery } from '../companies/queries.ts'
import { useRemoveCompanies } from '../companies/removed-queries.ts'
import { useRefreshNews } from '../news/refresh.ts'
import { Confirm } from '../../ui/overlays/dialog.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { Palette } from './palette.tsx'
import { useHasAccess } from './use-commands.ts'
import { ShortcutSheet } from './shortcut-sheet.tsx'
import { useShortcutActions, type ShortcutAction } from './use-shortcut-actions.ts'
import { lazyComponent } from '../../ui/lazy.tsx'

const AddInvestmentDialog = lazyComponent(() => import('../companies/add-investment-dialog.tsx'), 'AddInvestmentDialog')

export function CommandCenter() {
  const [shown, setShown] = useState<ShortcutAction | null>(null)
  const [refreshing, setRefreshing] = useState<ShortcutAction | null>(null)
  const hasAccess = useHasAccess()
  usePrefetchedNames(hasAccess)
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

type Props = { onDone: () => void }

function RefreshAll({ onDone }: Props) {
  const { data, isPlaceholderData, error } = useQuery(namesQuery(useQueryClient()))
  return <Refresh companies={isPlaceholderData ? undefined : data} error={error} company="all" onDone={onDone} />
}

function RefreshOne({ companyId, onDone }: Props & { companyId: number }) {
  const { data, error } = useQuery(companyQuery(companyId, useQueryClient()))
  return <Refresh companies={data && [data]} error={error} company={companyId} onDone={onDone} />
}

type RefreshProps = Props & {
  companies: CompanyName[] | undefined
  error: Error | null
  company: 'all' | number
}

function Refresh({ companies, error, company, onDone }: RefreshProps) {
  const toast = useToast()
  const { refresh, isBusy } = useRefreshNews(companies ?? [])
  const isOver = useRef(false)
  useEffect(() => {
    if (isOver.current || !(companies || error)) return
    isOver.current = true
    if (error) toast(unreachable(error))
    else if (isBusy) toast({ title: 'Already refreshing', description: 'We are already fetching your news.' })
    else refresh(company)
    onDone()
  })
  return null
}

function RemoveOne({ companyId, onDone }: Props & { companyId: number }) {
  const { data: company, error } = useQuery(companyQuery(companyId, useQueryClient()))
  const { mutate: remove } = useRemoveCompanies()
  const toast = useToast()
  useEffect(() => {
    if (!error || company) return
    toast(unreachable(error))
    onDone()
  }, [error, company, toast, onDone])
  if (!company) return null
  const confirmed = () => {
    remove([company])
    onDone()
  }
  return <Confirm {...removeQuestion([company])} action="Remove" onConfirm={confirmed} onCancel={onDone} />
}

const unreachable = (error: Error) => failed('Something went wrong', reasonOf(error) || 'Please try again later.')
