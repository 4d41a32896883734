import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { CompanyName } from '#domain/companies/company.ts'
import { removeQuestion } from '../companies/messages.ts'
import { namesQuery } from './use-hits.ts'
import { companyQuery } from '../companies/queries.ts'
import { useRemoveCompanies } from '../companies/removed-queries.ts'
import { useRefreshNews } from '../news/refresh.ts'
import { Confirm } from '../../ui/overlays/dialog.tsx'
import { useToast, type ToastMessage } from '../../ui/overlays/toast.tsx'

type Props = { onDone: () => void }

export function RefreshAll({ onDone }: Props) {
  const { data, isPlaceholderData, error } = useQuery(namesQuery(useQueryClient()))
  return <Refresh companies={isPlaceholderData ? undefined : data} error={error} company="all" onDone={onDone} />
}

export function RefreshOne({ companyId, onDone }: Props & { companyId: number }) {
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
    else if (isBusy) toast(alreadyRefreshing)
    else refresh(company)
    onDone()
  })
  return null
}

export function RemoveOne({ companyId, onDone }: Props & { companyId: number }) {
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

const alreadyRefreshing: ToastMessage = {
  title: 'Already refreshing',
  description: 'We are already fetching your news.',
}

const unreachable = (error: Error): ToastMessage => ({
  title: 'Something went wrong',
  description: error.message || 'Please try again later.',
  variant: 'destructive',
})
