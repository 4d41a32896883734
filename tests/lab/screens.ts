import { developerPaths } from '../../web/developer-paths.ts'
import { applicationPaths, paths } from '../../web/paths.ts'

const PAYMENT: string[] = [paths.subscribe, paths.billing]
const BEFORE_SIGN_IN: string[] = [paths.signIn, paths.forgotPassword, paths.resetPassword]

/** Every screen that somebody without an account sees. */
export const VISITOR_SCREENS = [
  paths.landing,
  ...BEFORE_SIGN_IN,
  paths.signUp,
  paths.privacyPolicy,
  paths.termsOfService,
  paths.cookiePolicy,
  paths.contact,
  paths.apiReference,
  paths.blog,
  paths.guides,
]

/** Every other screen of the application, but for the two where cards are entered. */
export const MEMBER_SCREENS = [...applicationPaths, ...Object.values(developerPaths)].filter(
  (path) => ![...PAYMENT, ...BEFORE_SIGN_IN].includes(path),
)
