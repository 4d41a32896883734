import { useEffect } from 'react'
import { reportTimeZone } from '#domain/mailings/endpoints.ts'
import { useApi } from '../../api/context.ts'

/** After the page itself has loaded. */
const LATER_MS = 4000

/** The server keeps the first one it hears of, so that the digest comes in the morning where the reader is. */
export function ReportTimeZone() {
  const api = useApi()
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const timer = setTimeout(() => void api.call(reportTimeZone, { body: { timeZone } }).catch(() => {}), LATER_MS)
    return () => clearTimeout(timer)
  }, [api])
  return null
}
