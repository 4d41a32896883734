import { invalid, readParameters } from './protocol.ts'
import { newId, secondsOf, type TestRecords, type WireCustomer, type WireTaxId } from './records.ts'

type Address = NonNullable<WireCustomer['address']>

const NOTHING = { city: null, line1: null, line2: null, postal_code: null, state: null }

/** Null if none was sent. */
export function addressIn({ country, ...rest }: Record<string, string>): Address | null {
  if (country === undefined) return null
  if (!/^[A-Z]{2}$/.test(country))
    throw invalid("The customer's location isn't recognized.", { code: 'customer_tax_location_invalid' })
  return { ...NOTHING, ...rest, country }
}

export async function addTaxId(records: TestRecords, id: string, form: URLSearchParams): Promise<WireTaxId> {
  const given = readParameters(form, ['type', 'value'])
  const { id: customer } = await records.get('customer', id)
  const type = (given.get('type') ?? '') as WireTaxId['type']
  const value = given.get('value') ?? ''
  if (type === 'eu_vat' && !/^[A-Z]{2}[0-9A-Z]{2,13}$/.test(value))
    throw invalid('Invalid value for eu_vat.', { code: 'tax_id_invalid', param: 'value' })
  const taxId: WireTaxId = {
    id: newId('txi'),
    object: 'tax_id',
    created: secondsOf(records.now),
    customer,
    type,
    value,
  }
  await records.save('tax_id', taxId)
  return taxId
}
