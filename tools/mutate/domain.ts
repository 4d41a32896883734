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
  {
    name: 'a total is imported as a company',
    file: 'domain/companies/import/rows.ts',
    from: 'if (isTotal(label, row)) return TOTAL',
    to: '',
    tests: ['domain/companies/import/rows.test.ts'],
  },
  {
    name: 'a company called like a total is left out although it has a website',
    file: 'domain/companies/import/rows.ts',
    from: 'if (hasSite) return null',
    to: '',
    tests: ['domain/companies/import/rows.test.ts'],
  },
  {
    name: 'a repeated heading is imported as a company',
    file: 'domain/companies/import/rows.ts',
    from: 'return REPEATED_HEADING',
    to: 'return null',
    tests: ['domain/companies/import/rows.test.ts'],
  },
  {
    name: 'an amount is imported as a name',
    file: 'domain/companies/import/rows.ts',
    from: "kind === 'amount' || kind === 'date' || kind === 'number' ? noName(name) : null",
    to: 'null',
    tests: ['domain/companies/import/rows.test.ts'],
  },
  {
    name: 'a note below the table is imported as a company',
    file: 'domain/companies/import/rows.ts',
    from: 'if (row.row > last || FOOTERS.test(folded) || (row.row > end && label.length > 60)) return FOOTER',
    to: '',
    tests: ['domain/companies/import/rows.test.ts'],
  },
]
