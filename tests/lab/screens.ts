import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROUTES = join(import.meta.dirname, '..', '..', 'dist', 'web', 'routes.json')
const PAYMENT = ['/subscribe', '/profile/billing']
const BEFORE_SIGN_IN = ['/signin', '/forgot-password', '/reset-password']

/** Every screen of the build, as its server knows them, but for the two where cards are entered. */
export function readScreens() {
  const { pages, application } = JSON.parse(readFileSync(ROUTES, 'utf8')) as {
    pages: Record<string, string>
    application: string[]
  }
  return {
    visitor: [...Object.keys(pages), ...BEFORE_SIGN_IN, '/signin?mode=signup'],
    member: application.filter((path) => ![...PAYMENT, ...BEFORE_SIGN_IN].includes(path)),
  }
}
