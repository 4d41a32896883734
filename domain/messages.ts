export const UNEXPECTED = 'An unexpected error occurred'
export const COMPANY_NAME_EMPTY = 'Company name cannot be empty.'

/** Sign-ups through other clients get the email's local part as a first name, which nobody wants to be called. */
export function greetingName(user: { firstName?: string | null; email?: string | null } | null): string {
  const email = user?.email ?? ''
  const given = user?.firstName?.trim() ?? ''
  return (given !== email.split('@')[0] && given) || nameFromEmail(email) || 'Investor'
}

/** "maria.keller@example.com" becomes "Maria", "j.smith@example.com" becomes "Smith". */
export function nameFromEmail(email: string): string {
  const parts = (email.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const name = parts.find((part) => part.length > 1) ?? parts[0] ?? ''
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}
