/** In a separate file so that production builds don't contain these paths. */
export const developerPaths = {
  testEmail: '/test-email',
  debugReset: '/debug-reset',
  trialTest: '/trial-test',
} as const

declare global {
  /** False in production builds, which leaves the developer pages out of the bundle. */
  const __DEVELOPER_PAGES__: boolean
}
