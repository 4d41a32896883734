import type { PortfolioPositions } from '#domain/companies/positions/endpoints.ts'
import { moneyText } from '#domain/companies/positions/money.ts'

/**
 * The amounts invested per company, largest first, one per currency. Amounts in different currencies are never added
 * up.
 */
export type InvestedTexts = ReadonlyMap<number, string[]>

export function investedTexts(stakes: PortfolioPositions['companies'] = []): InvestedTexts {
  const texts = new Map<number, string[]>()
  for (const { companyId, invested, currency } of stakes) {
    if (invested === '0') continue
    texts.set(companyId, [...(texts.get(companyId) ?? []), moneyText(invested, currency)])
  }
  return texts
}

/** One line per currency, as far as the row has room. */
export function Invested({ texts }: { texts: string[] }) {
  const shown = texts.length > 2 ? texts.slice(0, 1) : texts
  return (
    <span title={texts.join(' + ')}>
      {shown.map((text) => (
        <span key={text} className="block truncate">
          {text}
        </span>
      ))}
      {shown.length < texts.length && <span className="block text-muted">and {texts.length - shown.length} more</span>}
    </span>
  )
}
