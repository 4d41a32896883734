import { readFileSync } from 'node:fs'
import { BulkGrant, NewNote, readEmails, ResetRequest } from '#domain/admin/support.ts'
import { Closing } from '#domain/admin/users.ts'
import type { Clock } from '#domain/time.ts'
import { compose } from '../../compose.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../../platform/database/open.ts'
import { openLog } from '../../platform/log.ts'
import { findUser } from '../grants.ts'
import { CommandError } from './backup-file.ts'

export type Usage = { synopsis: string; does: string; more: string }

export const SUPPORT_COMMANDS = {
  'grant-list': {
    synopsis: 'grant-list FILE [--days N] [--reason TEXT]',
    does: 'give every account in a list complimentary access',
    more: `FILE has email addresses, one per line or separated by commas. Addresses without an account
are listed and skipped; the others get access all at once, or nobody does.`,
  },
  account: {
    synopsis: 'account EMAIL --reason TEXT',
    does: "show an account's access, sign-in and notes",
    more: `Changes nothing. The audit log records it, and the owner is told the reason, as when an
administrator opens the account at /admin.`,
  },
  note: {
    synopsis: 'note EMAIL --text TEXT',
    does: 'add a note to an account',
    more: `Notes are shown at /admin. Their owner gets them with a copy of their data.`,
  },
  'resend-confirmation': {
    synopsis: 'resend-confirmation EMAIL',
    does: 'send the email that confirms an address again',
    more: `A running Tidings process sends it.`,
  },
  'reset-factor': {
    synopsis: 'reset-factor EMAIL --evidence TEXT | --cancel',
    does: 'remove a second factor after 72 hours',
    more: `Say how you know that the request comes from the owner. They are told at once, and signing
in with the second factor cancels the reset; so does --cancel.`,
  },
} satisfies Record<string, Usage>

export type SupportCommand = keyof typeof SUPPORT_COMMANDS

export const SUPPORT_ARGUMENTS: Record<SupportCommand, { takes: string[]; needs: boolean }> = {
  'grant-list': { takes: ['days', 'reason'], needs: true },
  account: { takes: ['reason'], needs: true },
  note: { takes: ['text'], needs: true },
  'resend-confirmation': { takes: [], needs: true },
  'reset-factor': { takes: ['evidence', 'cancel'], needs: true },
}

type Options = { days?: string; reason?: string; text?: string; evidence?: string; cancel?: boolean }
type Work = {
  config: Config
  clock: Clock
  print: (line: string) => void
  database: Database
  actor: string
  given: string
  options: Options
}
type Admin = Awaited<ReturnType<typeof compose>>['admin']

/** The same decisions as at /admin, made by the same code. */
async function withAdmin(work: Work, act: (admin: Admin) => Promise<void>): Promise<void> {
  const product = await compose(work.config, {
    clock: work.clock,
    // The caller opened the database and will close it.
    database: { ...work.database, close: async () => {} },
    log: openLog('error'),
  })
  try {
    await act(product.admin)
  } finally {
    await product.close()
  }
}

const idOf = ({ database, given }: Work) => findUser(database.system, { email: given })

export const SUPPORT_HANDLERS: Record<SupportCommand, (work: Work) => Promise<void>> = {
  'grant-list': (work) =>
    withAdmin(work, async ({ grants }) => {
      const { days, reason = 'Granted on the command line' } = work.options
      const emails = readEmails(readFileSync(work.given, 'utf8'))
      const list = BulkGrant.parse({ emails, days: days === undefined ? null : Number(days), reason })
      const { granted, unknown } = await grants.giveAll(work.actor, list)
      work.print(`${granted} ${granted === 1 ? 'account has' : 'accounts have'} access.`)
      if (unknown.length > 0) work.print(`No account: ${unknown.join(', ')}`)
    }),

  account: (work) =>
    withAdmin(work, async ({ views, people, file }) => {
      const { reason } = Closing.parse({ reason: work.options.reason })
      const id = await idOf(work)
      await views.announce(work.actor, id, reason)
      work.print(JSON.stringify({ ...(await people.look(work.actor, id)), ...(await file.read(id)) }, null, 2))
    }),

  note: (work) =>
    withAdmin(work, async ({ file }) => {
      const { text } = NewNote.parse({ text: work.options.text })
      await file.addNote(work.actor, await idOf(work), text)
      work.print('Added the note.')
    }),

  'resend-confirmation': (work) =>
    withAdmin(work, async ({ signIn }) => {
      await signIn.resendConfirmation(work.actor, await idOf(work))
      work.print(`The email to ${work.given} is on its way.`)
    }),

  'reset-factor': (work) =>
    withAdmin(work, async ({ signIn }) => {
      const { cancel, evidence } = work.options
      if (cancel && evidence !== undefined) throw new CommandError('Give either --evidence or --cancel.')
      const id = await idOf(work)
      if (cancel) await signIn.cancelReset(work.actor, id)
      else await signIn.requestReset(work.actor, id, ResetRequest.parse({ evidence }).evidence)
      work.print(cancel ? 'Canceled.' : `The second factor of ${work.given} will be removed in 72 hours.`)
    }),
}
