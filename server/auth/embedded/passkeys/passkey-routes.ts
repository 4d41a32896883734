import { randomUUID } from 'node:crypto'
import type { AuthenticatorTransport } from '@simplewebauthn/server'
import { and, eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { z } from 'zod'
import { webauthnCredentials } from '../../../platform/database/schema/auth-factors.ts'
import type { Queries } from '../../../platform/database/open.ts'
import type { HttpEnvironment } from '../../../platform/http/session.ts'
import { audit, notifySecurityChange } from '../security-events.ts'
import {
  authenticatePerson,
  requireSecondFactor,
  type SignedIn,
  requireRecentAuthentication,
} from '../sessions/authenticate.ts'
import { readBody } from '../http/request-body.ts'
import { AuthError, banned, invalid } from '../http/errors.ts'
import { device, type AuthHttp, type AuthParts } from '../parts.ts'
import {
  PasskeyAnswer,
  PasskeyRegistration,
  refuse,
  siteOf,
  verifyAssertion,
  webauthn,
  remember,
  takeChallenge,
} from './passkey-assertion.ts'
import { startSession } from '../sessions/sessions.ts'
import { isBanned, userStore } from '../users.ts'

const MAX_PASSKEYS = 20
/** ES256 and RS256, which every device supports. */
const ALGORITHMS = [-7, -257]

const Rename = z.object({ friendly_name: z.string().trim().max(120).default('') })

type Passkey = typeof webauthnCredentials.$inferSelect

export function passkeyRoutes(parts: AuthParts) {
  const { database, throttle } = parts
  const limited = throttle.perPeer('passkey')
  return new Hono<HttpEnvironment>()
    .post('/passkeys/registration/options', limited, async (c) =>
      c.json(await offerRegistration(parts, await authenticatePerson(parts, c))),
    )
    .post('/passkeys/registration/verify', async (c) =>
      c.json(await register(parts, c, await authenticatePerson(parts, c))),
    )
    .post('/passkeys/authentication/options', limited, async (c) => c.json(await offerSignIn(parts)))
    .post('/passkeys/authentication/verify', limited, async (c) => c.json(await signIn(parts, c)))
    .get('/passkeys', async (c) => {
      const { user } = await authenticatePerson(parts, c)
      return c.json((await listPasskeys(database.system, user.id)).map(passkeyObject))
    })
    .patch('/passkeys/:id', async (c) => {
      const { user } = await authenticatePerson(parts, c)
      const { friendly_name: friendlyName } = await readBody(c, Rename)
      if (friendlyName === '') throw invalid('friendly_name is required')
      const [renamed] = await database.system
        .update(webauthnCredentials)
        .set({ friendlyName, updatedAt: parts.clock() })
        .where(own(user.id, c.req.param('id')))
        .returning()
      if (!renamed) throw notFound()
      await audit(parts, database.system, c, 'passkey_updated', user.id, { passkey: renamed.id })
      return c.json(passkeyObject(renamed))
    })
    .delete('/passkeys/:id', async (c) => {
      const signedIn = await authenticatePerson(parts, c)
      const { user, session } = signedIn
      const factors = await userStore(database.system).factors(user.id)
      requireSecondFactor(session, factors, 403, 'AAL2 required to remove a passkey')
      await requireRecentAuthentication(parts, signedIn)
      await database.asSystem(async (queries) => {
        await removePasskey(queries, user.id, c.req.param('id'))
        await notifySecurityChange(parts, queries, user, 'passkey-removed', device(c))
        await audit(parts, queries, c, 'passkey_deleted', user.id, { passkey: c.req.param('id') })
      })
      return c.body(null, 204)
    })
}

export const listPasskeys = (queries: Queries, userId: string): Promise<Passkey[]> =>
  queries
    .select()
    .from(webauthnCredentials)
    .where(eq(webauthnCredentials.userId, userId))
    .orderBy(webauthnCredentials.createdAt)

export async function removePasskey(queries: Queries, userId: string, id: string): Promise<void> {
  const { rowCount } = await queries.delete(webauthnCredentials).where(own(userId, id))
  if (rowCount !== 1) throw notFound()
}

export const passkeyObject = (row: Passkey) => ({
  id: row.id,
  ...(row.friendlyName ? { friendly_name: row.friendlyName } : {}),
  created_at: row.createdAt.toISOString(),
  ...(row.lastUsedAt ? { last_used_at: row.lastUsedAt.toISOString() } : {}),
})

async function offerRegistration(parts: AuthParts, signedIn: SignedIn) {
  const { user, session } = signedIn
  const { system } = parts.database
  requireSecondFactor(session, await userStore(system).factors(user.id), 403, 'AAL2 required to add a passkey')
  await requireRecentAuthentication(parts, signedIn)
  const present = await listPasskeys(system, user.id)
  if (present.length >= MAX_PASSKEYS) throw tooManyPasskeys()
  const options = await (
    await webauthn()
  ).generateRegistrationOptions({
    rpName: 'Tidings',
    rpID: siteOf(parts).rpID,
    userName: user.email ?? user.id,
    userID: new Uint8Array(Buffer.from(user.id)),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: present.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: transports as AuthenticatorTransport[],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return remember(parts, 'registration', user.id, options)
}

async function offerSignIn(parts: AuthParts) {
  return remember(
    parts,
    'authentication',
    null,
    await (await webauthn()).generateAuthenticationOptions({ rpID: siteOf(parts).rpID, userVerification: 'required' }),
  )
}

async function register(parts: AuthParts, c: AuthHttp, { user }: SignedIn) {
  const body = await readBody(c, PasskeyRegistration)
  const { rpID, origin } = siteOf(parts)
  const expectedChallenge = await takeChallenge(parts, 'registration', user.id, body.challenge_id)
  const response = body.credential
  if (!response) return refuse()
  const { registrationInfo } = await (
    await webauthn()
  )
    .verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    .catch(refuse)
  if (!registrationInfo) return refuse()
  const { credential, aaguid, credentialBackedUp } = registrationInfo
  const now = parts.clock()
  const added = await parts.database.asSystem(async (queries) => {
    // Several challenges may have been offered while there was room for one more.
    await userStore(queries).lock(user.id)
    if ((await listPasskeys(queries, user.id)).length >= MAX_PASSKEYS) throw tooManyPasskeys()
    const [row] = await queries
      .insert(webauthnCredentials)
      .values({
        id: randomUUID(),
        userId: user.id,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        aaguid,
        signCount: credential.counter,
        transports: credential.transports ?? [],
        backedUp: credentialBackedUp,
        friendlyName: 'Passkey',
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning()
    if (!row) throw new AuthError(422, 'webauthn_credential_exists', 'This passkey is registered already')
    await notifySecurityChange(parts, queries, user, 'passkey-added', device(c))
    await audit(parts, queries, c, 'passkey_added', user.id, { passkey: row.id })
    return row
  })
  return passkeyObject(added)
}

async function signIn(parts: AuthParts, c: AuthHttp) {
  const user = await verifyAssertion(parts, await readBody(c, PasskeyAnswer))
  if (isBanned(user, parts.clock())) throw banned()
  return parts.database.asSystem(async (queries) => {
    const { response: session } = await startSession(parts, queries, c, user, ['passkey'])
    await audit(parts, queries, c, 'login', user.id, { method: 'passkey' })
    return session
  })
}

const own = (userId: string, id: string) =>
  and(
    eq(webauthnCredentials.id, z.uuid().catch('00000000-0000-0000-0000-000000000000').parse(id)),
    eq(webauthnCredentials.userId, userId),
  )

const tooManyPasskeys = () => new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached')

const notFound = () => new AuthError(404, 'webauthn_credential_not_found', 'Passkey not found')
