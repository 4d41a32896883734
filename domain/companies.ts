import { z } from 'zod'
import { websiteAddress } from './website.ts'

export const NAME_REQUIRED = 'Company name is required'
export const NAME_TOO_LONG = 'Company name must be at most 200 characters'
export const WEBSITE_REQUIRED = 'Company website is required'
export const WEBSITE_INVALID = 'Must be a valid URL'
export const COMPANY_NOT_FOUND = 'Company not found'

const MAX_NAME = 200

// PostgreSQL text cannot hold U+0000, and other control characters have no business in a name.
const name = z
  .string({ error: NAME_REQUIRED })
  .transform((value) => value.replaceAll(/\p{Cc}+/gu, ' ').trim())
  .pipe(z.string().min(1, NAME_REQUIRED).max(MAX_NAME, NAME_TOO_LONG))

const website = z.string({ error: WEBSITE_REQUIRED }).transform((value, context) => {
  const address = websiteAddress(value)
  if (address) return address
  context.addIssue({ code: 'custom', message: value.trim() === '' ? WEBSITE_REQUIRED : WEBSITE_INVALID })
  return z.NEVER
})

const optionalWebsite = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
  website.nullable(),
)

/** Adding one company from the form: both fields are required there. */
export const NewCompany = z.object({ name, website })
export type NewCompany = z.infer<typeof NewCompany>

/** Editing: an empty website is stored as null, a missing field stays as it is. */
export const CompanyChange = z.object({ name: name.optional(), website: optionalWebsite.optional() })
export type CompanyChange = z.infer<typeof CompanyChange>

export const Company = z.object({
  id: z.number(),
  name: z.string(),
  website: z.string().nullable(),
  category: z.string().nullable(),
  stage: z.string().nullable(),
  investmentDate: z.string().nullable(),
  logoUrl: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Company = z.infer<typeof Company>

/** The largest id PostgreSQL's integer identity can give; anything else in an address names no company. */
export const CompanyId = z.coerce.number().int().min(1).max(2_147_483_647)
