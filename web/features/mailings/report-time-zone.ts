import { useEffect } from 'react'
import { reportTimeZone } from '#domain/mailings/endpoints.ts'
import { useApi } from '../../api/context.ts'

/** Waits until the page itself has loaded. */
const LATER_MS = 4000

/** The server keeps the first time zone it receives, so that the digest arrives in the reader's morning. */
export function ReportTimeZone() {
  const api = useApi()
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const timer = setTimeout(() => void api.call(reportTimeZone, { body: { timeZone } }).catch(() => {}), LATER_MS)
    return () => clearTimeout(timer)
  }, [api])
  return null
}
