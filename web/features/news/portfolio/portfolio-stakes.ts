import type { PortfolioPositions } from '#domain/companies/positions/endpoints.ts'
import { moneyText, sumOf } from '#domain/companies/positions/money.ts'

type Stake = PortfolioPositions['companies'][number]

/** What was invested in a company and what that is worth, one text per currency. */
export type StakeTexts = { invested: string[]; value: string[] }

export type Stakes = { of: ReadonlyMap<number, StakeTexts>; total: StakeTexts }

/** The largest comes first. What has no value is worth what it cost, which needs no text; amounts in different currencies are never added up. */
export function stakeTexts(positions: PortfolioPositions): Stakes {
  const stakes = positions.companies.filter(({ invested }) => invested !== '0')
  const byCompany = Map.groupBy(stakes, ({ companyId }) => companyId)
  const totals = [...Map.groupBy(stakes, ({ currency }) => currency)].toSorted(([, a], [, b]) => b.length - a.length)
  const isValued = stakes.some(({ value }) => value !== null)
  return {
    of: new Map(
      [...byCompany].map(([id, own]) => [
        id,
        {
          invested: own.map(({ invested, currency }) => moneyText(invested, currency)),
          value: own.flatMap(({ value, currency }) => (value === null ? [] : moneyText(value, currency))),
        },
      ]),
    ),
    total: {
      invested: totals.map(([currency, own]) => moneyText(sumOf(own.map(({ invested }) => invested)), currency)),
      value: isValued ? totals.map(([currency, own]) => moneyText(sumOf(own.map(worth)), currency)) : [],
    },
  }
}

const worth = ({ value, invested }: Stake) => value ?? invested
