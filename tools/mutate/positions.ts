import type { Fault } from './fault.ts'

const STAKES = ['domain/companies/positions/stakes.test.ts']
const RATES = ['domain/companies/positions/rate-of-return.test.ts']
const POSITIONS = ['server/companies/positions/positions.test.ts']

export const positionFaults: Fault[] = [
  {
    name: 'an import does not say how many amounts it left out',
    file: 'domain/companies/import-plan.ts',
    from: "if (planned.kind !== 'ignored') counts.amountsLeftOut +=",
    to: "if (planned.kind === 'ignored') counts.amountsLeftOut +=",
    tests: ['server/companies/import/positions.test.ts'],
  },
  {
    name: 'thousands of one country are cents of another',
    file: 'domain/companies/positions/read-money.ts',
    from: "if (known === ',' && isGrouping &&",
    to: "if (known === ',' && !isGrouping &&",
    tests: ['domain/companies/positions/read-money.test.ts'],
  },
  {
    name: 'a multiple is made from a value that is older than the last payment',
    file: 'domain/companies/positions/stakes.ts',
    from: "date > value.date) ? 'old-value' : null",
    to: 'date > value.date) ? null : null',
    tests: STAKES,
  },
  {
    name: 'a portfolio has a multiple although values are missing',
    file: 'domain/companies/positions/stakes.ts',
    from: 'held.length > 0 && valued.length === held.length',
    to: 'valued.length > 0',
    tests: STAKES,
  },
  {
    name: 'an investment without a date counts as made today',
    file: 'domain/companies/positions/stakes.ts',
    from: '    if (date === null) return null\n',
    to: '    if (date === null) continue\n',
    tests: STAKES,
  },
  {
    name: 'sums lose thousandths',
    file: 'domain/companies/positions/money.ts',
    from: 'fraction.slice(0, PLACES).padEnd',
    to: 'fraction.slice(0, 2).padEnd',
    tests: ['domain/companies/positions/money.test.ts'],
  },
  {
    name: 'a value is entered twice for one day',
    file: 'server/companies/positions/positions.ts',
    from: '        await refuseSecondValue(store, userId, companyId, content)\n',
    to: '',
    tests: POSITIONS,
  },
  {
    name: 'an investment in the future is accepted',
    file: 'server/companies/positions/positions.ts',
    from: "      throw new AppError('invalid-input', DATE_IN_FUTURE)",
    to: '      return',
    tests: POSITIONS,
  },
  {
    name: 'sums include removed companies',
    file: 'server/companies/positions/store.ts',
    from: 'where(and(eq(positions.userId, userId), eq(companies.userId, userId), isNull(companies.removedAt)))',
    to: 'where(and(eq(positions.userId, userId), eq(companies.userId, userId)))',
    tests: POSITIONS,
  },
  {
    name: 'a rate of return is shown although several fit',
    file: 'domain/companies/positions/rate-of-return.ts',
    from: 'if (countRates(values) !== 1) return null',
    to: 'if (countRates(values) === 0) return null',
    tests: RATES,
  },
  {
    name: 'a rate of return is believed unchecked',
    file: 'domain/companies/positions/rate-of-return.ts',
    from: 'if (isRoot(values, growth)) return',
    to: 'if (Number.isFinite(growth)) return',
    tests: RATES,
  },
  {
    name: 'a rate beyond all sense is shown',
    file: 'domain/companies/positions/rate-of-return.ts',
    from: 'rate >= LOWEST && rate <= HIGHEST',
    to: 'rate >= -1',
    tests: RATES,
  },
  {
    name: 'a rate per year is made from a few days',
    file: 'domain/companies/positions/rate-of-return.ts',
    from: 'const FEWEST_DAYS = 30',
    to: 'const FEWEST_DAYS = 29',
    tests: RATES,
  },
  {
    name: 'money that came back before any went in has a rate',
    file: 'domain/companies/positions/rate-of-return.ts',
    from: 'first.amount > 0 || ',
    to: '',
    tests: RATES,
  },
  {
    name: 'a year of two digits is the year 22',
    file: 'domain/companies/positions/position.ts',
    from: '.refine((date) => date >= FIRST_DATE, DATE_INVALID)',
    to: '',
    tests: POSITIONS,
  },
  {
    name: 'amounts in different currencies are ordered by their numbers',
    file: 'server/companies/list.ts',
    from: 'currency) * 1e16 + sum(amount)',
    to: 'currency) * 0 + sum(amount)',
    tests: ['server/companies/list.test.ts'],
  },
  {
    name: 'a round that was denied appears beside a position',
    file: 'domain/news/latest-round.ts',
    from: " && !denied.includes('raise')",
    to: '',
    tests: ['domain/news/latest-round.test.ts'],
  },
  {
    name: 'an exported position loses its notes',
    file: 'domain/companies/export.ts',
    from: "position.notes ?? '',",
    to: "'',",
    tests: ['server/companies/export/formats.test.ts'],
  },
]
