export const UNEXPECTED = 'An unexpected error occurred'

export function greetingName(user: { firstName?: string | null; email?: string | null } | null): string {
  return user?.firstName?.trim() || user?.email?.split('@')[0]?.trim() || 'Investor'
}
