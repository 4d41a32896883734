/** Spec section 8, for everything nobody foresaw. */
export const UNEXPECTED = 'An unexpected error occurred'

/** Spec section 2: the greeting uses the first name, else the part of the e-mail before the @ sign, else 'Investor'. */
export function greetingName(user: { firstName?: string | null; email?: string | null } | null): string {
  return user?.firstName?.trim() || user?.email?.split('@')[0]?.trim() || 'Investor'
}
