/** A file of its own, so that production builds don't contain these addresses. */
export const developerPaths = {
  testEmail: '/test-email',
  debugReset: '/debug-reset',
  trialTest: '/trial-test',
} as const

declare global {
  /** False in production builds: the developer pages are then not in the bundle at all. */
  const __DEVELOPER_PAGES__: boolean
}
