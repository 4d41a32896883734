import { randomUUID } from 'node:crypto'
import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { flowStates, oneTimeTokens, type TOKEN_TYPES } from '../../../platform/database/schema/auth.ts'
import type { Queries } from '../../../platform/database/open.ts'
import { insertPendingSignUp, reviveToken, type SignUpValues } from '../sign-up/pending-sign-ups.ts'
import { sha256, type Secrets } from './keys.ts'
import type { AuthParts } from '../parts.ts'
import { DAY_MS } from '#domain/time.ts'

/** The 24 hours that screens and emails promise. */
const LIFE_MS = DAY_MS
const MAX_CODE_ATTEMPTS = 5

export type TokenType = (typeof TOKEN_TYPES)[number]
export type TokenRow = typeof oneTimeTokens.$inferSelect
export type Flow = { challenge: string; method: string }

export const PKCE_PREFIX = 'pkce_'

/**
 * Derived from a random nonce and a key outside the database, so that a failed email can be sent again although only
 * hashes are stored.
 */
export function tokenOf(secrets: Secrets, nonce: string, flow?: Flow | null): { link: string; code: string } {
  return {
    link: `${flow ? PKCE_PREFIX : ''}${secrets.hash('link', nonce)}`,
    code: secrets.digits('code', nonce),
  }
}

type Issue = {
  userId: string
  type: TokenType
  nonce: string
  relatesTo: string
  at: Date
  flow?: Flow | null
  method: string
  signUp?: SignUpValues
}

/** There is one token per account and type; a new one replaces the old one. */
export async function issueToken({ secrets, clock }: AuthParts, queries: Queries, issue: Issue): Promise<void> {
  const { userId, type, relatesTo, at, flow } = issue
  const { link, code } = tokenOf(secrets, issue.nonce, flow)
  const flowStateId = flow ? await startFlow(queries, userId, flow, issue.method, clock()) : null
  const fresh = {
    tokenHash: sha256(link),
    codeHash: codeHash(secrets, relatesTo, code),
    relatesTo,
    flowStateId,
    attempts: 0,
    openedSessionId: null,
    createdAt: at,
    updatedAt: at,
  }
  await queries
    .insert(oneTimeTokens)
    .values({ id: randomUUID(), userId, tokenType: type, ...fresh })
    .onConflictDoUpdate({ target: [oneTimeTokens.userId, oneTimeTokens.tokenType], set: fresh })
  if (issue.signUp)
    await insertPendingSignUp(queries, {
      ...issue.signUp,
      userId,
      tokenHash: fresh.tokenHash,
      flowStateId,
      at,
    })
}

export async function isIssued(
  { secrets }: AuthParts,
  queries: Queries,
  nonce: string,
  flow?: Flow | null,
): Promise<boolean> {
  const [row] = await queries
    .select({ id: oneTimeTokens.id })
    .from(oneTimeTokens)
    .where(eq(oneTimeTokens.tokenHash, sha256(tokenOf(secrets, nonce, flow).link)))
  return Boolean(row)
}

/** Locks the row until the transaction ends. */
export async function findByLink(
  { clock }: AuthParts,
  queries: Queries,
  link: string,
  types: TokenType[],
): Promise<TokenRow | null> {
  const tokenHash = sha256(link)
  const find = () =>
    queries
      .select()
      .from(oneTimeTokens)
      .where(and(eq(oneTimeTokens.tokenHash, tokenHash), inArray(oneTimeTokens.tokenType, types)))
      .for('update')
  let [row] = await find()
  if (!row && types.includes('confirmation_token')) {
    await reviveToken(queries, tokenHash, new Date(clock().getTime() - LIFE_MS))
    row = (await find())[0]
  }
  return row && isYoung(row, clock()) ? row : null
}

/** After five wrong attempts, a code no longer works. */
export async function findByCode(
  { secrets, clock }: AuthParts,
  queries: Queries,
  { userId, code, types }: { userId: string; code: string; types: TokenType[] },
): Promise<TokenRow | null> {
  const rows = await queries
    .select()
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.tokenType, types)))
    .for('update')
  const open = rows.filter((row) => isYoung(row, clock()) && row.attempts < MAX_CODE_ATTEMPTS)
  const right = open.find((row) => secrets.hashes('code', `${row.relatesTo} ${code}`).includes(row.codeHash))
  // Also sent if there is nothing to count, so that an unknown address takes as many statements as a known one.
  if (!right) {
    await queries
      .update(oneTimeTokens)
      .set({ attempts: sql`${oneTimeTokens.attempts} + 1` })
      .where(
        and(
          eq(oneTimeTokens.userId, userId),
          inArray(oneTimeTokens.tokenType, types),
          lt(oneTimeTokens.attempts, MAX_CODE_ATTEMPTS),
        ),
      )
  }
  return right ?? null
}

/** Also revokes codes that an opened link returned, because each of them can still become a session. */
export async function clearTokens(queries: Queries, userId: string, keep?: TokenRow): Promise<void> {
  await queries
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), keep ? ne(oneTimeTokens.id, keep.id) : undefined))
  await queries
    .delete(flowStates)
    .where(and(eq(flowStates.userId, userId), keep?.flowStateId ? ne(flowStates.id, keep.flowStateId) : undefined))
}

/** An opened link stops working once its session has been used. */
export async function spendOpenedToken(queries: Queries, sessionId: string): Promise<void> {
  await queries.delete(oneTimeTokens).where(eq(oneTimeTokens.openedSessionId, sessionId))
}

export async function removeToken(queries: Queries, id: string): Promise<void> {
  await queries.delete(oneTimeTokens).where(eq(oneTimeTokens.id, id))
}

const codeHash = (secrets: Secrets, relatesTo: string, code: string) => secrets.hash('code', `${relatesTo} ${code}`)

const isYoung = (row: TokenRow, now: Date) => now.getTime() < row.createdAt.getTime() + LIFE_MS

async function startFlow(queries: Queries, userId: string, flow: Flow, method: string, now: Date): Promise<string> {
  const id = randomUUID()
  await queries.insert(flowStates).values({
    id,
    userId,
    codeChallenge: flow.challenge,
    codeChallengeMethod: flow.method,
    providerType: 'email',
    authenticationMethod: method,
    createdAt: now,
    updatedAt: now,
  })
  return id
}
