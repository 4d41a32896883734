import { desc, eq } from 'drizzle-orm'
import { NOTE_NOT_FOUND, type AccountNote, type SupportFile } from '#domain/admin/support.ts'
import { AppError } from '#domain/errors.ts'
import type { Clock } from '#domain/time.ts'
import type { Auth } from '../../auth/auth.ts'
import type { Database } from '../../platform/database/open.ts'
import { accountNotes, factorResets } from '../../platform/database/schema/support.ts'
import { writeAudit } from '../audit.ts'
import { knownUser } from './known-user.ts'

type Needs = { database: Database; clock: Clock; auth: Pick<Auth, 'support'> }

/** What administrators know about an account, beside what it is. */
export const createAccountFile = ({ database, clock, auth }: Needs) => ({
  async read(id: string): Promise<SupportFile> {
    const { id: userId } = await knownUser(database, id)
    const state = await auth.support?.state(userId)
    const notes = await database.system
      .select()
      .from(accountNotes)
      .where(eq(accountNotes.userId, userId))
      .orderBy(desc(accountNotes.id))
    const [reset] = await database.system.select().from(factorResets).where(eq(factorResets.userId, userId))
    return {
      isConfirmed: state?.isConfirmed ?? null,
      hasSecondFactor: state?.hasSecondFactor ?? false,
      notes: notes.map(toNote),
      reset: reset ? { requestedBy: reset.requestedBy, dueAt: reset.dueAt.toISOString() } : null,
    }
  },

  async addNote(actor: string, id: string, text: string): Promise<AccountNote> {
    const { id: userId } = await knownUser(database, id)
    const at = clock()
    return database.asSystem(async (queries) => {
      const [note] = await queries.insert(accountNotes).values({ userId, at, author: actor, text }).returning()
      if (!note) throw new Error('a note that was written is not there')
      await writeAudit(queries, { at, actor, act: 'add-note', userId, details: { note: note.id } })
      return toNote(note)
    })
  },

  async removeNote(actor: string, id: number): Promise<void> {
    await database.asSystem(async (queries) => {
      const [note] = await queries.delete(accountNotes).where(eq(accountNotes.id, id)).returning()
      if (!note) throw new AppError('not-found', NOTE_NOT_FOUND)
      const { userId } = note
      await writeAudit(queries, { at: clock(), actor, act: 'remove-note', userId, details: { note: id } })
    })
  },
})

const toNote = ({ id, at, author, text }: typeof accountNotes.$inferSelect): AccountNote => ({
  id,
  at: at.toISOString(),
  author,
  text,
})
