import { z } from 'zod'
import { endpointsOf, json, nothing } from '../endpoint.ts'
import { Closing, GrantTerms } from './users.ts'

const MAX_EMAILS = 1000
const MAX_NOTE = 2000

export const VIEW_MINUTES = 30
/** Names the view that a request belongs to. */
export const VIEW_HEADER = 'x-support-view'
export const VIEW_NOT_FOUND = 'This view of the account has ended. Open it again.'
export const VIEW_READS_ONLY = 'You are viewing this account. Nothing can be changed here.'
export const OWN_ACCOUNT = 'This is your own account.'

/** Long enough for the owner to see the email. */
export const FACTOR_RESET_HOURS = 72
export const NO_SECOND_FACTOR = 'This account has no second factor.'
export const RESET_PENDING = 'A reset is already waiting.'
export const RESET_NOT_FOUND = 'No reset is waiting.'
export const ALREADY_CONFIRMED = 'This email address is confirmed.'
export const NOTE_NOT_FOUND = 'Note not found'
export const AUTH_ELSEWHERE = 'Sign-in is handled by another service. Do this there.'

const text = (required: string, most: number, least = 1) =>
  z
    .string({ error: required })
    .transform((typed) =>
      typed
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim()
        .toWellFormed(),
    )
    .pipe(z.string().min(least, required).max(most, `Must be at most ${most} characters`))

export const OpenedView = z.object({ id: z.string(), email: z.string(), endsAt: z.string() })
export type OpenedView = z.infer<typeof OpenedView>

export const AccountNote = z.object({ id: z.number(), at: z.string(), author: z.string(), text: z.string() })
export type AccountNote = z.infer<typeof AccountNote>

const NOTE_REQUIRED = 'A note needs some text'
export const NewNote = z.object({ text: text(NOTE_REQUIRED, MAX_NOTE) })

const EVIDENCE_REQUIRED = 'Say in at least 20 characters how you know that this is the owner'
export const ResetRequest = z.object({ evidence: text(EVIDENCE_REQUIRED, 500, 20) })

export const SupportFile = z.object({
  isConfirmed: z.boolean().nullable(),
  hasSecondFactor: z.boolean(),
  notes: z.array(AccountNote),
  reset: z.object({ requestedBy: z.string(), dueAt: z.string() }).nullable(),
})
export type SupportFile = z.infer<typeof SupportFile>

const LIST_WRONG = `Name from 1 to ${MAX_EMAILS} email addresses`
export const BulkGrant = GrantTerms.extend({
  emails: z.array(z.string().max(320), { error: LIST_WRONG }).min(1, LIST_WRONG).max(MAX_EMAILS, LIST_WRONG),
})
export type BulkGrant = z.infer<typeof BulkGrant>

export const BulkGranted = z.object({ granted: z.number(), unknown: z.array(z.string()) })
export type BulkGranted = z.infer<typeof BulkGranted>

/** One address per line, or separated by commas, semicolons or spaces; each counts once. */
export const readEmails = (list: string): string[] => [
  ...new Set(
    list
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter((entry) => entry.includes('@')),
  ),
]

const forAdmins = endpointsOf({ access: 'admin', tag: 'Administration' })

export const openView = forAdmins('post', '/api/admin/users/{id}/views', {
  summary: 'Open an account read-only, as its owner sees it',
  description: `Lasts ${VIEW_MINUTES} minutes. The owner gets an email and a notification with the reason.`,
  body: Closing,
  answer: json(OpenedView, `Send its id as ${VIEW_HEADER} with each request`, 201),
})

export const closeView = forAdmins('delete', '/api/admin/views/{id}', {
  summary: 'Close an account that you opened',
  answer: nothing('Closed'),
})

export const getSupportFile = forAdmins('get', '/api/admin/users/{id}/support', {
  summary: 'Get the notes on an account, and what its sign-in needs',
  answer: json(SupportFile, 'The notes, newest first'),
})

export const addNote = forAdmins('post', '/api/admin/users/{id}/notes', {
  summary: 'Add a note to an account',
  description: 'Its owner sees notes in the copy of their data.',
  body: NewNote,
  answer: json(AccountNote, 'The note', 201),
})

export const removeNote = forAdmins('delete', '/api/admin/notes/{id}', {
  summary: 'Delete a note',
  answer: nothing('Deleted'),
})

export const resendConfirmation = forAdmins('post', '/api/admin/users/{id}/confirmation', {
  summary: 'Send the email that confirms the address again',
  answer: nothing('Sent'),
})

export const requestFactorReset = forAdmins('post', '/api/admin/users/{id}/factor-reset', {
  summary: 'Remove the second factor of an account after a waiting time',
  description: `After ${FACTOR_RESET_HOURS} hours, of which its owner is told at once. Signing in with the second factor cancels it.`,
  body: ResetRequest,
  answer: nothing('Waiting'),
})

export const cancelFactorReset = forAdmins('delete', '/api/admin/users/{id}/factor-reset', {
  summary: 'Cancel the waiting reset of a second factor',
  answer: nothing('Canceled'),
})

export const grantInBulk = forAdmins('post', '/api/admin/grants/bulk', {
  summary: 'Grant access to a list of addresses',
  description: 'All or nothing; addresses without an account are listed and skipped.',
  body: BulkGrant,
  answer: json(BulkGranted, 'How many got access'),
})
