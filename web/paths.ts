/** Every address of the product. Links are written with these; the build tells the server which of them exist. */
export const paths = {
  landing: '/',
  signIn: '/signin',
  signUp: '/signin?mode=signup',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  dashboard: '/dashboard',
  investments: '/investments',
  upload: '/investments/upload',
  company: (id: number) => `/companies/${id}`,
  subscribe: '/subscribe',
  profile: '/profile',
  billing: '/profile/billing',
  security: '/profile/security',
  discover: '/discover',
  privacyPolicy: '/privacy-policy',
  termsOfService: '/terms-of-service',
  cookiePolicy: '/cookie-policy',
  contact: '/contact',
  apiReference: '/docs/api',
  blog: '/blog',
  guides: '/guides',
  template: '/template.csv',
} as const

/** Addresses drawn in the browser by the application; `:id` stands for one path segment of digits. */
export const applicationPaths = [
  paths.signIn,
  paths.forgotPassword,
  paths.resetPassword,
  paths.dashboard,
  paths.investments,
  paths.upload,
  '/companies/:id',
  paths.subscribe,
  paths.profile,
  paths.billing,
  paths.security,
  paths.discover,
] as const

/** Present only in builds that carry the developer pages; apart from the others, so that no other build names them. */
export const developerPaths = ['/test-email', '/debug-reset', '/trial-test'] as const
