export type LinkFragment =
  | { kind: 'none' }
  | { kind: 'tokens'; accessToken: string; refreshToken: string }
  | { kind: 'error'; code: string | null }
  | { kind: 'message'; text: string }

/** Removes the fragment from the URL before anything else can send or store it. */
export function takeLinkFragment(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  history: Pick<History, 'replaceState' | 'state'>,
): LinkFragment {
  const link = readLinkFragment(hash)
  if (link.kind !== 'none') history.replaceState(history.state, '', pathname + search)
  return link
}

export function readLinkFragment(hash: string): LinkFragment {
  const values = new URLSearchParams(hash.replace(/^#/, ''))
  const [accessToken, refreshToken] = [values.get('access_token'), values.get('refresh_token')]
  if (values.has('error') || values.has('error_code') || values.has('error_description')) {
    return { kind: 'error', code: values.get('error_code') }
  }
  if (accessToken && refreshToken) return { kind: 'tokens', accessToken, refreshToken }
  const text = values.get('message')
  return text ? { kind: 'message', text } : { kind: 'none' }
}
