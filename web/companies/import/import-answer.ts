import type { ImportProgress, ImportReport } from '#domain/companies/imports.ts'
import { ApiError } from '../../api/api-error.ts'

export const CONNECTION_LOST =
  'The connection was lost before the server had answered. If the import went through, it is among your recent imports.'

/** Rows written so far, if the line tells them. */
export function readRows(line: string): { done: number; total: number } | null {
  const told = parsed(line)
  return told && 'done' in told ? told : null
}

/** The report at the end of an answer in lines, or the answer itself where a server knows no lines. */
export function readReport(text: string): ImportReport {
  const last = parsed(text.trimEnd().split('\n').at(-1) ?? '')
  if (!last || 'done' in last) throw new TypeError(CONNECTION_LOST)
  if ('problem' in last) {
    const { status, code, message } = last.problem
    throw new ApiError(
      status,
      { code, text: message, redirect: null },
      `API request failed: ${status} ${message}`,
    )
  }
  return 'report' in last ? last.report : last
}

// A line that was cut off on its way says nothing.
function parsed(line: string): ImportProgress | ImportReport | null {
  try {
    return JSON.parse(line) as ImportProgress | ImportReport
  } catch {
    return null
  }
}
