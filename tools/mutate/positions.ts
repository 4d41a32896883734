import type { Fault } from './fault.ts'

const STAKES = ['domain/companies/positions/stakes.test.ts']
const POSITIONS = ['server/companies/positions/positions.test.ts']

export const positionFaults: Fault[] = [
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
]
