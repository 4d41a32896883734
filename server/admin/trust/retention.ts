/** What is kept for how long, as in docs/operations.md; a test compares the two. */
export const RETENTION: readonly (readonly [data: string, keptFor: string])[] = [
  ['articles, their links, stories and earlier versions', 'four years from their date'],
  ['press items that matched no company', 'three months'],
  ['companies that no user tracks anymore, with their news', 'a day'],
  ['removed companies and imports', '30 days'],
  ['when a user refreshed their news', '90 days'],
  ['digests and alerts as sent, guests’ visits', '90 days'],
  ['webhook deliveries', '30 days'],
  ['security events', 'a year, refreshes for a month'],
  ['founder updates, positions, everything a user typed', 'until the owner deletes it, or their account'],
]
