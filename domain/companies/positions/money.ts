/** An exact amount with at most three decimal places. Amounts are never floating-point numbers. */
export type Decimal = string

// At most fifteen digits, so that a spreadsheet, which stores doubles, keeps every amount exact.
const DECIMAL = /^(\d{1,12})(?:\.(\d{1,3}))?$/
const PLACES = 3
const SCALE = 1000n

/** The canonical form in which an amount is stored: 25000.50 becomes 25000.5. */
export function plainDecimal(text: string): Decimal | null {
  const [found, whole = '', fraction = ''] = DECIMAL.exec(text) ?? []
  return found === undefined ? null : fromUnits(BigInt(whole + fraction.padEnd(PLACES, '0')))
}

const toUnits = (amount: Decimal): bigint => {
  const [whole = '0', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.slice(0, PLACES).padEnd(PLACES, '0'))
}

function fromUnits(units: bigint): Decimal {
  const fraction = String(units % SCALE)
    .padStart(PLACES, '0')
    .replace(/0+$/, '')
  return `${units / SCALE}${fraction && `.${fraction}`}`
}

export const sumOf = (amounts: Decimal[]): Decimal =>
  fromUnits(amounts.reduce((total, amount) => total + toUnits(amount), 0n))

/** Truncated to hundredths: a multiple is never rounded up. */
export function ratioOf(part: Decimal, whole: Decimal): number | null {
  const divisor = toUnits(whole)
  return divisor === 0n ? null : Number((toUnits(part) * 100n) / divisor) / 100
}

/** Active ISO 4217 codes of currencies that people invest in. */
export const CURRENCIES = (
  'USD EUR GBP CHF CAD AUD JPY INR SGD HKD ILS SEK NOK DKK NZD CNY BRL MXN AED AFN ALL AMD AOA ARS AWG AZN BAM BBD BDT BGN ' +
  'BHD BIF BMD BND BOB BSD BTN BWP BYN BZD CDF CLP COP CRC CUP CVE CZK DJF DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF ' +
  'GTQ GYD HNL HTG HUF IDR IQD IRR ISK JMD JOD KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD ' +
  'MMK MNT MOP MRU MUR MVR MWK MYR MZN NAD NGN NIO NPR OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG ' +
  'SHP SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ' +
  'ZAR ZMW ZWL'
).split(' ')

export const isCurrency = (code: string) => CURRENCIES.includes(code)

/** "$25,000", "€25,000.50" */
export function moneyText(amount: Decimal, currency: string): string {
  return money(currency, amount.includes('.') ? 2 : 0).format(Number(amount))
}

/** "$8M", "$1.25B"; smaller amounts in full. */
export function shortMoneyText(amount: Decimal, currency: string): string {
  const value = Number(amount)
  if (value < 1e6) return moneyText(amount, currency)
  const [size, unit] = value >= 1e9 ? [1e9, 'B'] : [1e6, 'M']
  return `${money(currency, 0).format(value / size)}${unit}`
}

// Shared, because creating one is slower than rendering a row.
const formats = new Map<string, Intl.NumberFormat>()

function money(currency: string, minimumFractionDigits: number): Intl.NumberFormat {
  const key = `${currency}${minimumFractionDigits}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits,
    maximumFractionDigits: Math.max(2, minimumFractionDigits),
  })
  formats.set(key, made)
  return made
}
