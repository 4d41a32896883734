import { queryOptions } from '@tanstack/react-query'
import type { OutboxEmail } from '#domain/developer-pages.ts'

export const OUTBOX = '/api/test/outbox'

export const outboxQuery = queryOptions<OutboxEmail[]>({ queryKey: [OUTBOX], staleTime: 0 })

/** Letters may only lead back to us; anything else in them stays text. */
export function ownAddress(href: string | null, origin: string = location.origin): string | null {
  const url = URL.parse(href ?? '', origin)
  return url?.origin === origin ? url.href : null
}

/** The first address of our own in a letter's plain text. */
export const linkIn = ({ text }: Pick<OutboxEmail, 'text'>, origin?: string): string | null =>
  (text.match(/https?:\/\/\S+/g) ?? []).map((href) => ownAddress(href, origin)).find(Boolean) ?? null
