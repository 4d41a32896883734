import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Company, CompanyChange, NewCompany } from '#domain/companies.ts'
import { useApi } from '../api/api-context.ts'
import { useToast } from '../ui/toast.tsx'
import * as messages from './messages.ts'

const LIST = ['/api/companies']
const one = (id: number) => [`/api/companies/${id}`]

/** Other lists that show companies; they are asked for again when the portfolio has changed. */
const DEPENDENT = [LIST, ['/api/news/feed']]

export const companiesQuery = queryOptions<Company[]>({ queryKey: LIST })

export const companyQuery = (id: number, queryClient: QueryClient) =>
  queryOptions<Company>({
    queryKey: one(id),
    initialData: () => queryClient.getQueryData<Company[]>(LIST)?.find((company) => company.id === id),
    initialDataUpdatedAt: () => queryClient.getQueryState(LIST)?.dataUpdatedAt,
  })

/** A company that is on its way to the server has no id yet; a negative one stands in for it. */
export const isOnItsWay = ({ id }: Company) => id < 0

export function useAddCompany() {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (company: NewCompany) => api.request('POST', '/api/companies', company) as Promise<Company>,
    onMutate: async (company) => {
      const undo = await listBefore(queryClient)
      const now = new Date().toISOString()
      const row: Company = {
        ...company,
        id: -Date.now(),
        category: null,
        stage: null,
        investmentDate: null,
        logoUrl: null,
        sample: false,
        createdAt: now,
        updatedAt: now,
      }
      queryClient.setQueryData<Company[]>(LIST, (list) => list && [row, ...list])
      return { undo, row }
    },
    onSuccess: (company, _input, { row }) => {
      queryClient.setQueryData<Company[]>(LIST, (list) =>
        list?.map((each) => (each.id === row.id ? company : each)),
      )
      toast(messages.added)
    },
    onError: (error, { name }, context) => {
      context?.undo()
      toast(messages.addFailed(error, name))
    },
    onSettled: () => refresh(queryClient),
  })
}

export function useUploadCompanies() {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ file, onProgress }: { file: File; onProgress?: (share: number) => void }) =>
      api.upload('/api/companies/bulk-upload', file, onProgress) as Promise<Company[]>,
    onSuccess: (companies) => toast(messages.uploaded(companies.length)),
    onError: (error) => toast(messages.uploadFailed(error)),
    onSettled: () => refresh(queryClient),
  })
}

export function useEditCompany(before: Company) {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: CompanyChange) =>
      api.request('PATCH', `/api/companies/${before.id}`, change) as Promise<Company>,
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey: one(before.id) })
      replace(queryClient, { ...before, ...change })
    },
    onSuccess: (company) => {
      replace(queryClient, company)
      toast(messages.updated(company.name))
    },
    onError: (error) => {
      replace(queryClient, before)
      toast(messages.updateFailed(error, before.name))
    },
    onSettled: () => refresh(queryClient, one(before.id)),
  })
}

export function useRemoveCompany() {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Company) => api.request('DELETE', `/api/companies/${id}`),
    onMutate: async ({ id }) => {
      const undo = await listBefore(queryClient)
      queryClient.setQueryData<Company[]>(LIST, (list) => list?.filter((company) => company.id !== id))
      return { undo }
    },
    onSuccess: (_nothing, { id, name }) => {
      queryClient.removeQueries({ queryKey: one(id) })
      toast(messages.removed(name))
    },
    onError: (error, { name }, context) => {
      context?.undo()
      toast(messages.removeFailed(error, name))
    },
    onSettled: () => refresh(queryClient),
  })
}

async function listBefore(queryClient: QueryClient) {
  await queryClient.cancelQueries({ queryKey: LIST })
  const before = queryClient.getQueryData<Company[]>(LIST)
  return () => queryClient.setQueryData(LIST, before)
}

function replace(queryClient: QueryClient, company: Company) {
  queryClient.setQueryData(one(company.id), company)
  queryClient.setQueryData<Company[]>(LIST, (list) =>
    list?.map((each) => (each.id === company.id ? company : each)),
  )
}

const refresh = (queryClient: QueryClient, ...more: string[][]) =>
  Promise.all([...DEPENDENT, ...more].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
