import { randomBytes } from 'node:crypto'
import { eq, or } from 'drizzle-orm'
import { AppError } from '#domain/errors.ts'
import { VIEW_NOT_FOUND } from '#domain/news/search.ts'
import {
  alreadyShared,
  invitationEnd,
  MAX_INVITATIONS_PER_DAY,
  MAX_SHARES,
  OWN_ADDRESS,
  SHARE_NOT_FOUND,
  TOO_MANY_INVITATIONS,
  TOO_MANY_SHARES,
  type NewShare,
  type Share,
  type ShareVisit,
} from '#domain/sharing/share.ts'
import { DAY_MS, type Clock } from '#domain/time.ts'
import type { KeyedHash } from '../auth/auth.ts'
import { announceAccess, type Owner } from '../auth/emails/given-access.ts'
import type { Companies } from '../companies/companies.ts'
import { secretHash } from '../integrations/secrets.ts'
import type { SavedViews } from '../news/read/search/saved-views.ts'
import { isUniqueViolation } from '../platform/database/errors.ts'
import { lock } from '../platform/database/locks.ts'
import type { Database, Queries } from '../platform/database/open.ts'
import { shares } from '../platform/database/schema/sharing.ts'
import type { Queue } from '../platform/queue/queue.ts'
import { guestStore, shareStore, type GivenShare } from './store.ts'

const MAX_VISITS = 500
const KEEP_MS = 90 * DAY_MS

type Needs = {
  database: Database
  clock: Clock
  hash: KeyedHash
  queue: Queue
  companies: Pick<Companies, 'get'>
  views: Pick<SavedViews, 'list'>
}

export type Shares = ReturnType<typeof createShares>

/** The first token is current; the others belong to retired signing keys. */
export const invitationTokens = (hash: KeyedHash, nonce: string): string[] => hash('share-invitation', nonce)

/** The owner's side of sharing. */
export function createShares({ database, clock, hash, queue, companies, views }: Needs) {
  const own = <Result>(userId: string, work: (store: ReturnType<typeof shareStore>) => Promise<Result>) =>
    database.asUser(userId, (queries) => work(shareStore(queries, userId)))

  async function requireOwn(userId: string, { companyId, viewId }: NewShare): Promise<void> {
    if (companyId !== null) await companies.get(userId, companyId)
    if (viewId !== null && !(await views.list(userId)).some(({ id }) => id === viewId))
      throw new AppError('not-found', VIEW_NOT_FOUND)
  }

  return {
    list: async (userId: string): Promise<Share[]> => (await own(userId, (store) => store.list())).map(toShare),

    async create(owner: Owner, wanted: NewShare): Promise<Share> {
      const { email, ...covered } = wanted
      if (email === owner.email.toLowerCase()) throw new AppError('invalid-input', OWN_ADDRESS)
      await requireOwn(owner.id, wanted)
      const now = clock()
      const nonce = randomBytes(32).toString('base64url')
      const [token = ''] = invitationTokens(hash, nonce)
      try {
        const share = await database.asUser(owner.id, async (queries) => {
          // Makes concurrent invitations run one at a time, so that the counts are right.
          await lock(queries, 'sharing', owner.id)
          const store = shareStore(queries, owner.id)
          if ((await store.count()) >= MAX_SHARES) throw new AppError('invalid-input', TOO_MANY_SHARES)
          if ((await store.invitedSince(new Date(now.getTime() - DAY_MS))) >= MAX_INVITATIONS_PER_DAY)
            throw new AppError('too-many-requests', TOO_MANY_INVITATIONS)
          const id = await store.insert({
            ...covered,
            guestEmail: email,
            nonce,
            tokenHash: secretHash(token),
            createdAt: now,
          })
          await queue.enqueue(queries, 'sharing.invitation', { shareId: id })
          await announceAccess(queue, queries, { to: owner.email, access: 'share', at: now })
          return store.find(id)
        })
        if (!share) throw new Error('the share is missing')
        return toShare(share)
      } catch (error) {
        throw isUniqueViolation(error) ? new AppError('conflict', alreadyShared(email)) : error
      }
    },

    /** Takes effect immediately in every process, because every read checks the database. */
    async end(userId: string, id: number): Promise<void> {
      if (!(await own(userId, (store) => store.end(id, clock())))) throw new AppError('not-found', SHARE_NOT_FOUND)
    },

    visits: async (userId: string): Promise<ShareVisit[]> =>
      (await own(userId, (store) => store.visits(MAX_VISITS))).map(({ at, ...visit }) => ({
        ...visit,
        at: at.toISOString(),
      })),

    cleanUp: (): Promise<void> => guestStore(database.system).cleanUp(new Date(clock().getTime() - KEEP_MS)),

    export: async (userId: string): Promise<Record<string, object[]>> => ({
      shares: (await own(userId, (store) => store.exportShares())).map(
        ({ nonce: _nonce, tokenHash: _hash, guestId: _guest, ...row }) => row,
      ),
      share_visits: await own(userId, (store) => store.exportVisits()),
      shares_received: (await guestStore(database.system).list(userId)).map(
        ({ share: { id, createdAt, acceptedAt }, ownerEmail }) => ({ id, ownerEmail, createdAt, acceptedAt }),
      ),
    }),

    /** Also deletes shares that the user received from others. */
    async erase(queries: Queries, userId: string): Promise<void> {
      await queries.delete(shares).where(or(eq(shares.userId, userId), eq(shares.guestId, userId)))
    },
  }
}

const toShare = ({ share, companyName, viewName, lastReadAt }: GivenShare): Share => ({
  id: share.id,
  email: share.guestEmail,
  name: companyName ?? viewName,
  companyId: share.companyId,
  viewId: share.viewId,
  withPositions: share.withPositions,
  withUpdates: share.withUpdates,
  createdAt: share.createdAt.toISOString(),
  acceptedAt: share.acceptedAt?.toISOString() ?? null,
  expiresAt: invitationEnd(share.createdAt).toISOString(),
  lastReadAt: lastReadAt?.toISOString() ?? null,
})
