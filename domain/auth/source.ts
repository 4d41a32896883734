const PART = /^[\w.-]{1,40}$/

/** Where a visitor came from, as a link says it: `newsletter` or `newsletter/spring`. Anything else is ignored. */
export function sourceIn(search: { get: (name: string) => string | null | undefined }): string | null {
  const [source, campaign] = [search.get('utm_source') ?? '', search.get('utm_campaign') ?? '']
  if (!PART.test(source)) return null
  return PART.test(campaign) ? `${source}/${campaign}` : source
}

/** From the metadata of a sign-up, which anyone could have written. */
export function sourceOf({ source }: Record<string, unknown>): string | null {
  const isValid = typeof source === 'string' && source.split('/').length <= 2
  return isValid && source.split('/').every((part) => PART.test(part)) ? source : null
}
