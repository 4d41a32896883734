import type Stripe from 'stripe'
import { AppError } from '#domain/errors.ts'
import { TAX_ID_NOT_VALID, taxIdType, type BillingDetails } from '#domain/billing/tax.ts'
import { isTaxIdInvalid, nullIfMissing, toAppError, withAppErrors } from './failures.ts'

const ADDRESS = ['postalCode', 'state', 'city', 'line1'] as const

/** Names, addresses and tax ids are kept by the provider, which prints them on invoices. */
export function stripeDetails(stripe: Stripe) {
  const taxIdsOf = async (customer: string) =>
    (await withAppErrors(stripe.customers.listTaxIds(customer, { limit: 10 }))).data

  async function findDetails(customerId: string): Promise<BillingDetails | null> {
    const customer = await nullIfMissing(stripe.customers.retrieve(customerId))
    if (!customer || customer.deleted || !customer.address?.country) return null
    const { country, postal_code: postalCode, state, city, line1 } = customer.address
    return {
      country,
      postalCode: postalCode ?? '',
      state: state ?? '',
      city: city ?? '',
      line1: line1 ?? '',
      name: customer.name ?? '',
      taxId: (await taxIdsOf(customerId))[0]?.value ?? '',
    }
  }

  async function saveDetails(customerId: string, details: BillingDetails): Promise<void> {
    const { name, taxId, country } = details
    const before = await findDetails(customerId)
    // A field of an address is emptied only together with all of it.
    if (before && ADDRESS.some((field) => before[field] !== '' && details[field] === ''))
      await withAppErrors(stripe.customers.update(customerId, { address: '' }))
    const saved = stripe.customers.update(customerId, {
      name,
      address: {
        country,
        postal_code: details.postalCode || undefined,
        state: details.state || undefined,
        city: details.city || undefined,
        line1: details.line1 || undefined,
      },
      tax: { validate_location: 'immediately' },
    })
    await withAppErrors(saved)
    const known = await taxIdsOf(customerId)
    const type = taxIdType(country)
    if (known.some((one) => one.type === type && one.value === taxId)) return
    if (taxId !== '' && type === null) throw new AppError('invalid-input', TAX_ID_NOT_VALID)
    // Added first, so that a refused one leaves the old.
    if (taxId !== '' && type !== null)
      await withAppErrors(stripe.customers.createTaxId(customerId, { type, value: taxId }), refusedTaxId)
    for (const { id } of known) await nullIfMissing(stripe.taxIds.del(id))
  }

  return { findDetails, saveDetails }
}

const refusedTaxId = (error: unknown): unknown =>
  isTaxIdInvalid(error) ? new AppError('invalid-input', TAX_ID_NOT_VALID, { cause: error }) : toAppError(error)
