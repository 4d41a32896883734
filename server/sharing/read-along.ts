import { entitlement } from '#domain/account/entitlement.ts'
import { AppError } from '#domain/errors.ts'
import {
  coversCompany,
  INVITATION_NOT_FOUND,
  invitationEnd,
  NOT_THE_GUEST,
  OWNER_WITHOUT_ACCESS,
  SHARE_NOT_FOUND,
  type ReceivedShare,
  type SharedCompany,
  type SharedCompanyNews,
  type SharedNews,
} from '#domain/sharing/share.ts'
import { DAY_MS, type Clock } from '#domain/time.ts'
import { accountStore } from '../account/store.ts'
import type { Companies } from '../companies/companies.ts'
import type { Positions } from '../companies/positions/positions.ts'
import type { ReadChosenStories } from '../integrations/feeds/chosen-stories.ts'
import { isFromPress } from '../integrations/feeds/stories.ts'
import { secretHash } from '../integrations/secrets.ts'
import type { CompanyStories } from '../news/read/company-stories.ts'
import type { Database } from '../platform/database/open.ts'
import type { Updates } from '../updates/updates.ts'
import { guestStore, shareStore, type ReceivedRow, type ShareRow } from './store.ts'

const BACK_MS = 90 * DAY_MS
const MAX_STORIES = 100

type Needs = {
  database: Database
  clock: Clock
  companies: Pick<Companies, 'get' | 'all'>
  companyStories: CompanyStories
  positions: Pick<Positions, 'list'>
  updates: Pick<Updates, 'listWhole'>
  chosenStories: ReadChosenStories
}

export type ReadAlong = ReturnType<typeof createReadAlong>

/** What guests see. Reads run as the owner, after the share has been checked and the visit has been logged. */
export function createReadAlong(needs: Needs) {
  const { database, clock, companies, companyStories, positions, updates, chosenStories } = needs
  const notShared = () => new AppError('not-found', SHARE_NOT_FOUND)

  async function find(guestId: string, id: number): Promise<ReceivedRow> {
    const found = await guestStore(database.system).find(guestId, id)
    if (!found) throw notShared()
    return found
  }

  async function visit({ userId, id }: ShareRow, companyId: number | null): Promise<void> {
    const now = clock()
    const owner = await accountStore(database.system).find(userId)
    if (!owner) throw notShared()
    if (!entitlement(owner, now).hasAccess) throw new AppError('conflict', OWNER_WITHOUT_ACCESS)
    const isRecorded = await database.asUser(userId, (queries) =>
      shareStore(queries, userId).recordVisit(id, companyId, now),
    )
    if (!isRecorded) throw notShared()
  }

  /** A removed company gets the same error as one that isn't shared. */
  const companyOf = ({ userId }: ShareRow, companyId: number): Promise<SharedCompany> =>
    companies.get(userId, companyId).then(sharedCompany, (error: unknown) => {
      throw error instanceof AppError && error.code === 'not-found' ? notShared() : error
    })

  async function companiesOf(share: ShareRow): Promise<SharedCompany[]> {
    if (share.viewId !== null) return []
    if (share.companyId !== null) return [await companyOf(share, share.companyId)]
    const pages = await Array.fromAsync(companies.all(share.userId, { sort: 'name' }))
    return pages.flat().map(sharedCompany)
  }

  return {
    /** The token proves access to the mailbox; the email address of the account proves that it is the invited guest. */
    async accept(guest: { id: string; email: string }, token: string): Promise<ReceivedShare> {
      const now = clock()
      const store = guestStore(database.system)
      const found = await store.byToken(secretHash(token))
      if (!found) throw new AppError('not-found', INVITATION_NOT_FOUND)
      const { share } = found
      if (share.guestEmail !== guest.email.toLowerCase() && share.guestId !== guest.id)
        throw new AppError('conflict', NOT_THE_GUEST)
      if (share.acceptedAt === null && now >= invitationEnd(share.createdAt))
        throw new AppError('not-found', INVITATION_NOT_FOUND)
      if (!(await store.accept(share.id, guest.id, now))) throw new AppError('not-found', INVITATION_NOT_FOUND)
      return received({ ...found, share: { ...share, acceptedAt: share.acceptedAt ?? now } })
    },

    list: async (guestId: string): Promise<ReceivedShare[]> =>
      (await guestStore(database.system).list(guestId)).map(received),

    async news(guestId: string, id: number): Promise<SharedNews> {
      const found = await find(guestId, id)
      const { share, viewQuery } = found
      await visit(share, null)
      const listed = await companiesOf(share)
      const stories = await database.asUser(share.userId, (queries) =>
        chosenStories(queries, { ...share, viewQuery }, BACK_MS),
      )
      return {
        ...received(found),
        companies: listed,
        stories: stories
          .filter(isFromPress)
          .toSorted((a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt) || b.id - a.id)
          .slice(0, MAX_STORIES)
          .map(({ companyAddedAt: _added, isMuted: _muted, ...story }) => story),
      }
    },

    async company(guestId: string, id: number, companyId: number): Promise<SharedCompanyNews> {
      const found = await find(guestId, id)
      const { share } = found
      if (!coversCompany(share, companyId)) throw notShared()
      await visit(share, companyId)
      const company = await companyOf(share, companyId)
      const { userId, withPositions, withUpdates } = share
      const stories = await companyStories.list(userId, companyId)
      return {
        share: received(found),
        company,
        // What is new to the owner doesn't apply to the guest.
        stories: stories.filter(isFromPress).map((story) => ({ ...story, isNew: false })),
        positions: withPositions ? await positions.list(userId, companyId) : null,
        updates: withUpdates ? await updates.listWhole(userId, companyId) : null,
      }
    },

    async leave(guestId: string, id: number): Promise<void> {
      if (!(await guestStore(database.system).leave(guestId, id, clock()))) throw notShared()
    },
  }
}

const sharedCompany = ({ id, name, website, category, stage }: SharedCompany): SharedCompany => ({
  id,
  name,
  website,
  category,
  stage,
})

const received = ({ share, ownerEmail, companyName, viewName }: ReceivedRow): ReceivedShare => ({
  id: share.id,
  ownerEmail,
  name: companyName ?? viewName,
  companyId: share.companyId,
  viewId: share.viewId,
  acceptedAt: (share.acceptedAt ?? share.createdAt).toISOString(),
})
