import { z } from 'zod'
import { Company, CompanyId } from '../companies/company.ts'
import { Position } from '../companies/positions/position.ts'
import { EMAIL_INVALID } from '../integrations/choices.ts'
import { CompanyStory, Story } from '../news/stories.ts'
import { DAY_MS } from '../time.ts'
import { WholeUpdate } from '../updates/update.ts'
import { RowId } from '../row-id.ts'

export const MAX_SHARES = 50
export const MAX_INVITATIONS_PER_DAY = 20
export const INVITATION_DAYS = 14
const INVITATION_MS = INVITATION_DAYS * DAY_MS

export const TOO_MANY_SHARES = `You can share with at most ${MAX_SHARES} people at a time. Stop sharing with one first.`
export const TOO_MANY_INVITATIONS = `You can send ${MAX_INVITATIONS_PER_DAY} invitations a day. Try again tomorrow.`
export const SHARE_NOT_FOUND = 'This is no longer shared with you.'
export const INVITATION_NOT_FOUND = 'This invitation is no longer valid. Ask for a new one.'
export const NOT_THE_GUEST = 'This invitation was sent to another address. Sign in with that address to accept it.'
export const OWN_ADDRESS = 'This is your own address.'
export const OWNER_WITHOUT_ACCESS = 'The owner’s subscription has ended. You can read this again when they renew it.'
export const alreadyShared = (email: string) => `You already share this with ${email}.`
const ONE_AT_MOST = 'Choose a company or a saved view, not both'
const MAX_EMAIL = 254

/** Covers the whole portfolio unless a company or view is given. */
export const NewShare = z
  .object({
    email: z.string(EMAIL_INVALID).trim().toLowerCase().pipe(z.email(EMAIL_INVALID).max(MAX_EMAIL, EMAIL_INVALID)),
    companyId: CompanyId.nullable().default(null),
    viewId: RowId.nullable().default(null),
    withPositions: z.boolean().default(false),
    withUpdates: z.boolean().default(false),
  })
  .refine(({ companyId, viewId }) => companyId === null || viewId === null, ONE_AT_MOST)
export type NewShare = z.infer<typeof NewShare>

/** What the owner sees. */
export const Share = z.object({
  id: z.number(),
  email: z.string(),
  /** The current name of the company or view; null for the whole portfolio. */
  name: z.string().nullable(),
  companyId: z.number().nullable(),
  viewId: z.number().nullable(),
  withPositions: z.boolean(),
  withUpdates: z.boolean(),
  createdAt: z.string(),
  /** Null until the invitation is accepted. */
  acceptedAt: z.string().nullable(),
  expiresAt: z.string(),
  lastReadAt: z.string().nullable(),
})
export type Share = z.infer<typeof Share>

/** A single read by a guest. */
export const ShareVisit = z.object({
  id: z.number(),
  email: z.string(),
  at: z.string(),
  /** The company that was read; null for the list of everything that is shared. */
  companyName: z.string().nullable(),
})
export type ShareVisit = z.infer<typeof ShareVisit>

export const Invitation = z.object({ token: z.string().min(1).max(100) })

/** What the guest sees of a share. */
export const ReceivedShare = z.object({
  id: z.number(),
  ownerEmail: z.string(),
  name: z.string().nullable(),
  companyId: z.number().nullable(),
  viewId: z.number().nullable(),
  acceptedAt: z.string(),
})
export type ReceivedShare = z.infer<typeof ReceivedShare>

const SharedCompany = Company.pick({ id: true, name: true, website: true, category: true, stage: true })
export type SharedCompany = z.infer<typeof SharedCompany>

export const SharedNews = ReceivedShare.extend({
  /** Companies with their own page; empty for a saved view. */
  companies: z.array(SharedCompany),
  stories: z.array(Story.extend({ companyId: z.number(), companyName: z.string() })),
})
export type SharedNews = z.infer<typeof SharedNews>

export const SharedCompanyNews = z.object({
  share: ReceivedShare,
  company: SharedCompany,
  stories: z.array(CompanyStory),
  /** Null unless the owner shares them. */
  positions: z.array(Position).nullable(),
  updates: z.array(WholeUpdate).nullable(),
})
export type SharedCompanyNews = z.infer<typeof SharedCompanyNews>

type Covered = { companyId: number | null; viewId: number | null }

/** A saved view covers stories, not companies, because a company's page would show more than the view does. */
export const coversCompany = ({ companyId, viewId }: Covered, wanted: number): boolean =>
  viewId === null && (companyId === null || companyId === wanted)

export const invitationEnd = (createdAt: Date): Date => new Date(createdAt.getTime() + INVITATION_MS)
