import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { getCompany, listImports, undoImport, uploadCompanies } from '#domain/companies/endpoints.ts'
import type { QueryOf } from '#domain/endpoint.ts'
import { useApi, queriesOf, query } from '../../../api/context.ts'
import type { ApiClient } from '../../../api/client.ts'
import type { UploadOptions } from '../../../api/upload.ts'
import { useToast } from '../../../ui/overlays/toast.tsx'
import { FILE_CHANGED, skippedRowsFailed, undoFailed, undone, uploaded, uploadFailed } from '../messages.ts'
import { refreshPortfolio } from '../queries.ts'
import type { ImportProgress, ImportReport } from '#domain/companies/import/imports.ts'
import { ApiError } from '../../../api/api-error.ts'
import { NetworkError } from '../../../api/network-error.ts'

/** The report's lists are truncated to this length; its counts aren't. */
const SHOWN_ROWS = 200

export type ImportRules = {
  /** The dialog requires a website in every row; the page does not. */
  strict: boolean
}

export const pastImportsQuery = query(listImports)

/** How the user wants the file to be read; anything left out is detected. */
export type ReadingChoice = Pick<
  UploadQuery,
  'sheets' | 'headerRow' | 'turned' | 'unsure' | 'map' | 'currency' | 'valuesAsOf'
>
/** The rows that the user checked or unchecked. */
export type RowChoice = Pick<UploadQuery, 'skip' | 'take'>

type Check = { file: File; choice?: ReadingChoice; onProgress?: (share: number) => void }

export function useCheckFile(rules: ImportRules) {
  const api = useApi()
  const question = useRef<AbortController>(null)
  const { mutate, reset, data, error, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: ({ file, choice, onProgress }: Check) => {
      question.current?.abort()
      question.current = new AbortController()
      const { signal } = question.current
      return send(api, uploadQuery(rules, { dryRun: true, choice }), file, { signal, onProgress }).then(readReport)
    },
  })
  useEffect(() => () => question.current?.abort(), [])
  const cancel = () => {
    reset()
    question.current?.abort()
  }
  return { check: mutate, cancel, plan: data, error, isChecking: isPending }
}

type Commit = {
  file: File
  update?: boolean
  choice?: ReadingChoice & RowChoice
  /** Fetches the skipped rows before importing; afterwards, the added rows would be skipped as duplicates too. */
  keepSkipped?: boolean
  onSent?: (share: number) => void
  onRows?: (rows: { done: number; total: number }) => void
}

/** Continues after the user has left the page. `undoInToast` is for callers that are closed by then. */
export function useCommitImport(rules: ImportRules, { undoInToast = false } = {}) {
  const api = useApi()
  const { mutate: undo } = useUndoImport()
  const toast = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ file, update = true, choice, keepSkipped = false, onSent, onRows }: Commit) => {
      const skipped = () => fetchSkippedRows(api, rules, { file, update, choice }).catch(() => null)
      const skippedRows = keepSkipped ? await skipped() : null
      const onLine = (line: string) => {
        const rows = readRows(line)
        if (rows) onRows?.(rows)
      }
      const options = { accept: 'application/x-ndjson', onProgress: onSent, onLine }
      const report = readReport(await send(api, uploadQuery(rules, { update, choice }), file, options))
      return { report, skippedRows }
    },
    onSuccess: ({ report: { counts, importId } }) =>
      toast({
        ...uploaded(counts),
        action: undoInToast && importId !== null ? { label: 'Undo', onSelect: () => undo(importId) } : undefined,
      }),
    onError: (error) => toast(uploadFailed(error)),
    onSettled: () => refresh(queryClient),
  })
}

export function useSkippedRows(rules: ImportRules) {
  const api = useApi()
  const toast = useToast()
  return useMutation({
    networkMode: 'always',
    mutationFn: (upload: SkippedUpload) => fetchSkippedRows(api, rules, upload),
    onError: (error) => toast(skippedRowsFailed(error)),
  })
}

export type SkippedUpload = { file: File; update: boolean; choice?: ReadingChoice & RowChoice }

const fetchSkippedRows = (api: ApiClient, rules: ImportRules, { file, update, choice }: SkippedUpload) =>
  send(api, uploadQuery(rules, { dryRun: true, update, skipped: true, choice }), file)

export function useUndoImport() {
  const api = useApi()
  const toast = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api.call(undoImport, { params: { id } }),
    onSuccess: (what) => toast(undone(what)),
    onError: (error) => toast(undoFailed(error)),
    onSettled: () => refresh(queryClient),
  })
}

type Wish = { dryRun?: boolean; update?: boolean; skipped?: boolean; choice?: ReadingChoice & RowChoice }

type UploadQuery = QueryOf<typeof uploadCompanies>

const uploadQuery = ({ strict }: ImportRules, { dryRun, update = true, skipped, choice }: Wish): UploadQuery => ({
  detail: '1',
  limit: SHOWN_ROWS,
  strict: strict ? '1' : undefined,
  dryRun: dryRun ? '1' : undefined,
  update: update ? undefined : '0',
  skipped: skipped ? 'csv' : undefined,
  ...choice,
})

async function send(api: ApiClient, params: UploadQuery, file: File, options?: UploadOptions): Promise<string> {
  try {
    return await api.upload(uploadCompanies, { file, query: params, ...options })
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    throw new NetworkError((await isReadable(file)) ? CONNECTION_LOST : FILE_CHANGED, { cause: error })
  }
}

/** A file that was saved again after the user chose it can no longer be read. */
const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

const refresh = (queryClient: QueryClient) =>
  Promise.all([
    refreshPortfolio(queryClient),
    queryClient.invalidateQueries({ queryKey: pastImportsQuery.queryKey }),
    queryClient.invalidateQueries(queriesOf(getCompany)),
  ])

const CONNECTION_LOST =
  'The connection was lost before the server responded. If the import succeeded, you will find it under recent imports.'

function readRows(line: string): { done: number; total: number } | null {
  const progress = parsed(line)
  return progress && 'done' in progress ? progress : null
}

function readReport(text: string): ImportReport {
  const last = parsed(text.trimEnd().split('\n').at(-1) ?? '')
  if (!last || 'done' in last) throw new NetworkError(CONNECTION_LOST)
  if ('problem' in last) {
    const { status, code, message } = last.problem
    throw new ApiError(status, { code, text: message, redirect: null }, `API request failed: ${status} ${message}`)
  }
  return 'report' in last ? last.report : last
}

// A truncated line is ignored.
function parsed(line: string): ImportProgress | ImportReport | null {
  try {
    const progress: ImportProgress | ImportReport | null = JSON.parse(line)
    return progress
  } catch {
    return null
  }
}
