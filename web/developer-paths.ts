/** In a file of their own, so that builds without the developer pages do not even know their addresses. */
export const developerPaths = {
  testEmail: '/test-email',
  debugReset: '/debug-reset',
  trialTest: '/trial-test',
} as const
