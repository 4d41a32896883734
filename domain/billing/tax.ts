import { z } from 'zod'

export const TAX_LOCATION_UNKNOWN = 'Tax cannot be determined for this address. Check the country and postal code.'
export const TAX_ID_NOT_VALID = 'This tax id is not valid for the country.'

/** Whether prices contain the tax. */
export const TaxBehavior = z.enum(['inclusive', 'exclusive'])
export type TaxBehavior = z.infer<typeof TaxBehavior>

const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

const TAX_ID_TYPES = {
  ...Object.fromEntries(EU.map((country) => [country, 'eu_vat' as const])),
  AU: 'au_abn',
  CA: 'ca_gst_hst',
  CH: 'ch_vat',
  GB: 'gb_vat',
  IN: 'in_gst',
  JP: 'jp_trn',
  NO: 'no_vat',
  NZ: 'nz_gst',
  SG: 'sg_gst',
  US: 'us_ein',
  ZA: 'za_vat',
} as const

type TaxIdType = (typeof TAX_ID_TYPES)[keyof typeof TAX_ID_TYPES] | 'eu_vat'

/** The provider's name for a country's tax id; null where none is asked for. */
export const taxIdType = (country: string): TaxIdType | null =>
  (TAX_ID_TYPES as Partial<Record<string, TaxIdType>>)[country] ?? null

const line = (most: number) =>
  z
    .string()
    .max(most, `Must be at most ${most} characters`)
    .transform((typed) =>
      typed
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim()
        .toWellFormed(),
    )
    .default('')

const COUNTRY_REQUIRED = 'Choose a country'

/** Kept by the payment provider only. */
export const BillingDetails = z.object({
  country: z.string({ error: COUNTRY_REQUIRED }).regex(/^[A-Z]{2}$/, COUNTRY_REQUIRED),
  postalCode: line(20),
  state: line(100),
  city: line(100),
  line1: line(200),
  /** A company or a person, as invoices name them. */
  name: line(150),
  taxId: line(40),
})
export type BillingDetails = z.infer<typeof BillingDetails>

/** What an invoice says about tax. */
export const InvoiceTax = z.object({
  cents: z.number(),
  isIncluded: z.boolean(),
  /** The customer owes the tax to their own state. */
  isReverseCharge: z.boolean(),
})
export type InvoiceTax = z.infer<typeof InvoiceTax>

export const CreditNote = z.object({ number: z.string(), amountCents: z.number(), pdfUrl: z.string().nullable() })
export type CreditNote = z.infer<typeof CreditNote>
