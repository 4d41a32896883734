import { and, count, desc, eq, getTableColumns, gt, isNotNull, lt, sql, type SQL } from 'drizzle-orm'
import { ownWords } from '#domain/updates/email-text.ts'
import type { CompanyUpdate, EmailContent, ReceivedUpdate } from '#domain/updates/update.ts'
import type { Queries } from '../platform/database/open.ts'
import { companies, users } from '../platform/database/schema/accounts-and-companies.ts'
import { inboundTokens, updateAddresses, updateMessages } from '../platform/database/schema/updates.ts'
import type { Candidate } from './attribute.ts'

export type Message = typeof updateMessages.$inferSelect
export type ReadResult = Partial<Omit<Message, 'id' | 'userId' | 'hash'>>
export type FiledUpdate = Omit<Message, 'raw'> & { companyName: string }

const MAX_LISTED = 200
const EXCERPT = 280
const EXCERPT_FROM = 3000

/** Scoped to one user; runs inside that user's transaction. */
export const updateStore = (queries: Queries, userId: string) => ({
  async address() {
    const [row] = await queries.select().from(updateAddresses).where(eq(updateAddresses.userId, userId))
    return row ?? null
  },

  async firstName(): Promise<string> {
    const [row] = await queries.select({ name: users.firstName }).from(users).where(eq(users.id, userId))
    return row?.name ?? ''
  },

  /** Two simultaneous first requests create only one address. */
  async insertAddressIfAbsent(localPart: string, now: Date): Promise<void> {
    await queries
      .insert(updateAddresses)
      .values({ userId, localPart, createdAt: now })
      .onConflictDoNothing({ target: updateAddresses.userId })
  },

  async setAddress(localPart: string, now: Date): Promise<void> {
    const row = { userId, localPart, createdAt: now }
    await queries
      .insert(updateAddresses)
      .values(row)
      .onConflictDoUpdate({ target: updateAddresses.userId, set: { localPart, createdAt: now } })
  },

  async allowModel(allowsModel: boolean): Promise<void> {
    await queries.update(updateAddresses).set({ allowsModel }).where(eq(updateAddresses.userId, userId))
  },

  /** Excludes updates of removed companies. */
  list: async (): Promise<ReceivedUpdate[]> => (await listed(queries, userId, sql`true`)).map(toReceived),

  async findReceived(id: number): Promise<ReceivedUpdate | null> {
    const [row] = await listed(queries, userId, eq(updateMessages.id, id))
    return row ? toReceived(row) : null
  },

  async findEmail(id: number): Promise<EmailContent | null> {
    const [row] = await queries
      .select({ text: updateMessages.text, attachments: updateMessages.attachments })
      .from(updateMessages)
      .leftJoin(companies, isTheirs(userId))
      .where(isShown(userId, eq(updateMessages.id, id)))
    return row ?? null
  },

  async find(id: number): Promise<FiledUpdate | null> {
    const [row] = await ofCompanies(queries, userId, eq(updateMessages.id, id))
    return row ?? null
  },

  listOfCompany: (companyId: number) => ofCompanies(queries, userId, eq(updateMessages.companyId, companyId)),

  messages: () => queries.select().from(updateMessages).where(eq(updateMessages.userId, userId)),
})

/** An email may have 10 MB, so none is read to show its text. */
const { raw: _raw, ...COLUMNS } = getTableColumns(updateMessages)

const isTheirs = (userId: string) => and(eq(companies.id, updateMessages.companyId), eq(companies.userId, userId))
const isShown = (userId: string, which: SQL) =>
  and(eq(updateMessages.userId, userId), which, sql`${companies.removedAt} is null`)

const listed = (queries: Queries, userId: string, which: SQL) =>
  queries
    .select({
      message: { ...COLUMNS, text: sql<string>`left(${updateMessages.text}, ${EXCERPT_FROM})` },
      companyName: companies.name,
    })
    .from(updateMessages)
    .leftJoin(companies, isTheirs(userId))
    .where(isShown(userId, which))
    .orderBy(desc(updateMessages.receivedAt), desc(updateMessages.id))
    .limit(MAX_LISTED)

const ofCompanies = async (queries: Queries, userId: string, which: SQL) => {
  const rows = await queries
    .select({ message: COLUMNS, companyName: companies.name })
    .from(updateMessages)
    .innerJoin(companies, isTheirs(userId))
    .where(isShown(userId, which))
    .orderBy(desc(updateMessages.sentAt), desc(updateMessages.id))
    .limit(MAX_LISTED)
  return rows.map(({ message, companyName }) => ({ ...message, companyName }))
}

type Listed = Awaited<ReturnType<typeof listed>>[number]

const toReceived = ({ message, companyName }: Listed): ReceivedUpdate => ({
  id: message.id,
  state: message.state,
  receivedAt: message.receivedAt.toISOString(),
  sentAt: message.sentAt?.toISOString() ?? null,
  senderName: message.senderName,
  senderAddress: message.senderAddress,
  subject: message.subject,
  excerpt: ownWords(message.text).replaceAll(/\s+/g, ' ').slice(0, EXCERPT).toWellFormed(),
  company: message.companyId === null ? null : { id: message.companyId, name: companyName ?? '' },
  reason: message.reason,
  candidates: message.candidates,
  confirmation: message.confirmation,
})

export const toCompanyUpdate = (row: FiledUpdate): CompanyUpdate => ({
  id: row.id,
  companyId: row.companyId ?? 0,
  companyName: row.companyName,
  sentAt: (row.sentAt ?? row.receivedAt).toISOString(),
  senderName: row.senderName,
  senderAddress: row.senderAddress,
  subject: row.subject,
  metrics: row.metrics,
})

/** For jobs and deliveries, which don't run as a user. */
export const inboundStore = (queries: Queries) => ({
  async ownerOf(localPart: string): Promise<string | null> {
    const [row] = await queries
      .select({ userId: updateAddresses.userId })
      .from(updateAddresses)
      .where(eq(updateAddresses.localPart, localPart))
    return row?.userId ?? null
  },

  receivedSince: async (userId: string, since: Date): Promise<number> => {
    const which = and(eq(updateMessages.userId, userId), gt(updateMessages.receivedAt, since))
    const [row] = await queries.select({ found: count() }).from(updateMessages).where(which)
    return row?.found ?? 0
  },

  /** Null if the email was already delivered. */
  async insert(message: { userId: string; hash: string; raw: Buffer; receivedAt: Date }): Promise<number | null> {
    const [row] = await queries
      .insert(updateMessages)
      .values(message)
      .onConflictDoNothing()
      .returning({ id: updateMessages.id })
    return row?.id ?? null
  },

  /** Locks the row until the transaction ends so that two workers don't file the same email twice. */
  async lock(userId: string, id: number): Promise<Message | null> {
    const which = and(eq(updateMessages.id, id), eq(updateMessages.userId, userId))
    const [row] = await queries.select().from(updateMessages).where(which).for('update')
    return row ?? null
  },

  async update(id: number, change: ReadResult): Promise<void> {
    await queries.update(updateMessages).set(change).where(eq(updateMessages.id, id))
  },

  async remove(id: number): Promise<void> {
    await queries.delete(updateMessages).where(eq(updateMessages.id, id))
  },

  async account(userId: string): Promise<{ email: string; companies: Candidate[] } | null> {
    const [user] = await queries.select({ email: users.email }).from(users).where(eq(users.id, userId))
    if (!user) return null
    const { rows } = await queries.execute<Candidate>(sql`
      select companies.id, companies.name, coalesce(companies.website, '') as website,
        array(select alias from company_aliases own where own.company_id = companies.id order by key) as aliases
      from companies where user_id = ${userId} and removed_at is null and not is_sample order by id`)
    return { email: user.email, companies: rows }
  },

  /** The company that the user last chose for each proven sender. */
  async learned(userId: string): Promise<Map<string, number>> {
    const rows = await queries
      .select({ sender: updateMessages.senderAddress, companyId: updateMessages.companyId })
      .from(updateMessages)
      .where(
        and(
          eq(updateMessages.userId, userId),
          updateMessages.isFiledByHand,
          updateMessages.isProven,
          isNotNull(updateMessages.companyId),
        ),
      )
      .orderBy(updateMessages.receivedAt)
    return new Map(rows.flatMap(({ sender, companyId }) => (companyId === null ? [] : [[sender, companyId]])))
  },

  /** The hash that the token was first used for: this one or an earlier one. */
  async useToken(token: string, hash: string, now: Date): Promise<string> {
    await queries.insert(inboundTokens).values({ token, hash, seenAt: now }).onConflictDoNothing()
    const [row] = await queries.select().from(inboundTokens).where(eq(inboundTokens.token, token))
    return row?.hash ?? ''
  },

  async dropTokens(before: Date): Promise<void> {
    await queries.delete(inboundTokens).where(lt(inboundTokens.seenAt, before))
  },

  async eraseUser(userId: string): Promise<void> {
    await queries.delete(updateMessages).where(eq(updateMessages.userId, userId))
    await queries.delete(updateAddresses).where(eq(updateAddresses.userId, userId))
  },
})
