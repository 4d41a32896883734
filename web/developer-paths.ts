/** A file of its own, so that production builds don't contain these addresses. */
export const developerPaths = {
  testEmail: '/test-email',
  debugReset: '/debug-reset',
  trialTest: '/trial-test',
} as const
