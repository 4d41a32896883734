import type { Fault } from './fault.ts'

const ENTITLEMENT = ['domain/account/entitlement.test.ts']

export const domainFaults: Fault[] = [
  {
    name: 'a closed account keeps access',
    file: 'domain/account/entitlement.ts',
    from: "if (user.disabledAt) return { hasAccess: false, reason: 'none', endsAt: null, renewsAt: null }",
    to: '',
    tests: ENTITLEMENT,
  },
  {
    name: 'a revoked grant still counts',
    file: 'domain/account/entitlement.ts',
    from: '!revokedAt && (endsAt === null || isBefore(now, endsAt))',
    to: 'endsAt === null || isBefore(now, endsAt)',
    tests: ENTITLEMENT,
  },
  {
    name: 'a trial lasts through the instant it ends',
    file: 'domain/account/entitlement.ts',
    from: 'a.getTime() < b.getTime()',
    to: 'a.getTime() <= b.getTime()',
    tests: ENTITLEMENT,
  },
  {
    name: 'an unknown provider status entitles',
    file: 'domain/account/entitlement.ts',
    from: "    case 'active':\n",
    to: "    case 'unknown':\n    case 'active':\n",
    tests: ENTITLEMENT,
  },
  {
    name: 'a failed renewal keeps access for a month',
    file: 'domain/account/entitlement.ts',
    from: 'const FAILED_PAYMENT_DAYS = 7',
    to: 'const FAILED_PAYMENT_DAYS = 31',
    tests: ENTITLEMENT,
  },
  {
    name: 'the banner warns a day late',
    file: 'domain/billing/trial-banner.ts',
    from: 'Math.floor(left / DAY_MS) <= WARNING_DAYS',
    to: 'Math.floor(left / DAY_MS) < WARNING_DAYS',
    tests: ['domain/billing/trial-banner.test.ts'],
  },
  {
    name: 'a spreadsheet formula is exported as it stands',
    file: 'domain/companies/files.ts',
    from: "isGuarded(value) ? `'${value}` : value",
    to: 'value',
    tests: ['domain/companies/files.test.ts'],
  },
]
