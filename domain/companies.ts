import { z } from 'zod'
import {
  NAME_REQUIRED,
  WEBSITE_INVALID,
  WEBSITE_REQUIRED,
  isDetailTooLong,
  nameProblem,
  oneLine,
} from './company-rules.ts'
import { websiteAddress } from './website.ts'

export const COMPANY_NOT_FOUND = 'Company not found'
export const DETAIL_TOO_LONG = 'Must be at most 100 characters'
export const DATE_INVALID = 'Must be a date such as 2024-01-31'
export const alreadyThere = (name: string) => `${name} is already in your portfolio`

const name = z
  .string({ error: NAME_REQUIRED })
  .transform(oneLine)
  .superRefine((line, context) => {
    const message = nameProblem(line)
    if (message) context.addIssue({ code: 'custom', message })
  })

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

const detail = z
  .string()
  .transform((value) => oneLine(value) || null)
  .refine((line) => line === null || !isDetailTooLong(line), DETAIL_TOO_LONG)
  .nullable()

const investmentDate = z.preprocess(
  (value) => (value === '' ? null : value),
  z.iso.date(DATE_INVALID).nullable(),
)

/** Behind "More details": never required, stored as null when empty. */
const details = {
  category: detail.optional(),
  stage: detail.optional(),
  investmentDate: investmentDate.optional(),
}

/** Adding one company from the form: both fields are required there. */
export const NewCompany = z.object({ name, website, ...details })
export type NewCompany = z.infer<typeof NewCompany>

/** Adding many: the website may be missing, as on the upload page. */
export const ListedCompany = z.object({ name, website: optionalWebsite.optional(), ...details })
export type ListedCompany = z.infer<typeof ListedCompany>

/** Editing: an empty field is stored as null, a missing one stays as it is. */
export const CompanyChange = z.object({
  name: name.optional(),
  website: optionalWebsite.optional(),
  ...details,
})
export type CompanyChange = z.infer<typeof CompanyChange>

export const Company = z.object({
  id: z.number(),
  name: z.string(),
  website: z.string().nullable(),
  category: z.string().nullable(),
  stage: z.string().nullable(),
  investmentDate: z.string().nullable(),
  logoUrl: z.string().nullable(),
  /** One of the invented companies of the sample portfolio. */
  sample: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Company = z.infer<typeof Company>

/** The largest id PostgreSQL's integer identity can give; anything else in an address names no company. */
export const CompanyId = z.coerce.number().int().min(1).max(2_147_483_647)
