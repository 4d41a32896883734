import { describe, expect, it } from 'vitest'
import { isCurrency } from '../companies/positions/money.ts'
import { TEXT_CURRENCY_CODES, TEXT_CURRENCY_SIGN, TEXT_CURRENCY_SIGNS } from './currency.ts'

describe('currency signs', () => {
  const pattern = new RegExp(`^(?:${TEXT_CURRENCY_SIGN})$`, 'u')

  it('are matched whole, not just the dollar sign at the end', () => {
    for (const sign of Object.keys(TEXT_CURRENCY_SIGNS)) {
      expect(sign).toMatch(pattern)
      expect(new RegExp(TEXT_CURRENCY_SIGN, 'u').exec(`in ${sign}5M`)?.[0]).toBe(sign)
    }
  })

  it('map to currencies that a position can have', () => {
    for (const code of [...Object.values(TEXT_CURRENCY_SIGNS), ...TEXT_CURRENCY_CODES])
      expect(code).toSatisfy(isCurrency)
  })
})
