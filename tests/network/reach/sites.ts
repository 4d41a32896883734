import { BUILDERS } from './development/builders.ts'
import { DATES } from './development/dates.ts'
import { ELSEWHERE } from './development/elsewhere.ts'
import { FEEDS } from './development/feeds.ts'
import { FRAMEWORKS } from './development/frameworks.ts'
import { LANGUAGES } from './development/languages.ts'
import { SILENT } from './development/silent.ts'
import { TROUBLE } from './development/trouble.ts'
import { BUILDERS as HELD_OUT_BUILDERS } from './held-out/builders.ts'
import { DATES as HELD_OUT_DATES } from './held-out/dates.ts'
import { ELSEWHERE as HELD_OUT_ELSEWHERE } from './held-out/elsewhere.ts'
import { FEEDS as HELD_OUT_FEEDS } from './held-out/feeds.ts'
import { FRAMEWORKS as HELD_OUT_FRAMEWORKS } from './held-out/frameworks.ts'
import { LANGUAGES as HELD_OUT_LANGUAGES } from './held-out/languages.ts'
import { SILENT as HELD_OUT_SILENT } from './held-out/silent.ts'
import { TROUBLE as HELD_OUT_TROUBLE } from './held-out/trouble.ts'
import type { ReachSite } from './site.ts'

/**
 * Fictional company sites, modeled on the output of the named builders. Discovery is developed against the development
 * half only. The held-out half shows whether it generalizes, so nobody who works on discovery reads those files.
 */
export const DEVELOPMENT: ReachSite[] = [
  ...BUILDERS,
  ...FRAMEWORKS,
  ...FEEDS,
  ...ELSEWHERE,
  ...LANGUAGES,
  ...DATES,
  ...SILENT,
  ...TROUBLE,
]

export const HELD_OUT: ReachSite[] = [
  ...HELD_OUT_BUILDERS,
  ...HELD_OUT_DATES,
  ...HELD_OUT_ELSEWHERE,
  ...HELD_OUT_FEEDS,
  ...HELD_OUT_FRAMEWORKS,
  ...HELD_OUT_LANGUAGES,
  ...HELD_OUT_SILENT,
  ...HELD_OUT_TROUBLE,
]
