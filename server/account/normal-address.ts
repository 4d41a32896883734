const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com'])

/** One mailbox, one address: case, a `+tag` and, where the provider ignores them, dots make no difference. */
export function normalAddress(email: string): string {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  const bare = local.replace(/\+.*$/, '') || local
  return WITHOUT_DOTS.has(domain) ? `${bare.replaceAll('.', '')}@gmail.com` : `${bare}@${domain}`
}
