export type Encoding = 'br' | 'gzip' | 'identity'

/** The smallest form the client accepts; an encoding with q=0 is refused by it. */
export function preferredEncoding(
  accepted: string | undefined,
  available: readonly Exclude<Encoding, 'identity'>[],
): Encoding {
  const offers = new Map(
    (accepted ?? '').split(',').map((offer) => {
      const [name = '', ...parameters] = offer
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const q = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, q ? Number(q.slice(2)) : 1]
    }),
  )
  return available.find((encoding) => (offers.get(encoding) ?? offers.get('*') ?? 0) > 0) ?? 'identity'
}

export function etagMatches(header: string | undefined, etag: string): boolean {
  return (
    header?.split(',').some((given) => given.trim().replace(/^W\//, '') === etag || given.trim() === '*') ??
    false
  )
}
