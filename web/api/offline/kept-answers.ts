import { getProfile } from '#domain/account/endpoints.ts'
import { getCompany, getCompanyFacets, listCompanies, listCompanyNames } from '#domain/companies/endpoints.ts'
import { getPortfolioPositions, listPositions } from '#domain/companies/positions/endpoints.ts'
import {
  getCoverage,
  getFeed,
  getIdentity,
  listCompanyNews,
  listCoverage,
  listStories,
} from '#domain/news/endpoints.ts'
import {
  countEvents,
  listHeadlines,
  listSuggestions,
  getAnalytics,
  getTimeline,
  listViews,
} from '#domain/news/explore-endpoints.ts'
import { listNotifications } from '#domain/mailings/endpoints.ts'
import { getMorning, getNewsSummary, listStandings } from '#domain/news/reading-endpoints.ts'
import { getUpdate, listCompanyUpdates, listUpdates } from '#domain/updates/endpoints.ts'
import { DAY_MS } from '#domain/time.ts'
import { isUrlOf } from '../context.ts'
import { ANSWERS, BY_AGE, openDatabase } from '../device-database.ts'

const MAX_AGE_MS = 30 * DAY_MS
const MAX_CHARACTERS = 10 * 1024 * 1024
const MAX_ANSWER_CHARACTERS = MAX_CHARACTERS / 4

export type Answered = {
  token: string
  url: string
  at: number
  body: string
  next: string | null
  total: string | null
}
export type KeptAnswer = Omit<Answered, 'token'> & { owner: string; size: number }

const READABLE = [
  getProfile,
  listCompanies,
  getCompany,
  getCompanyFacets,
  listCompanyNames,
  getNewsSummary,
  getMorning,
  listStandings,
  getFeed,
  listCompanyNews,
  listStories,
  getCoverage,
  listCoverage,
  getIdentity,
  getTimeline,
  getAnalytics,
  countEvents,
  listHeadlines,
  listSuggestions,
  listViews,
  listPositions,
  getPortfolioPositions,
  listNotifications,
  listUpdates,
  listCompanyUpdates,
  getUpdate,
]
/** Merged into the feed's pages, which are cached themselves. */
const isPartOfFeed = (url: string) => isUrlOf(url, getFeed) && url.includes('?company=')

export const isKept = ({ url, body }: Pick<Answered, 'url' | 'body'>) =>
  isUrlOf(url, ...READABLE) && !isPartOfFeed(url) && body.length <= MAX_ANSWER_CHARACTERS

/** A response belongs to the user its token was issued to, no matter who is signed in now. */
export function ownerOf(token: string): string | null {
  try {
    const { sub } = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    return typeof sub === 'string' ? sub : null
  } catch {
    return null
  }
}

export type Entry = { at: number; size: number; owner: string }

/** Expects entries newest first, so that the newest ones get the available space. */
export function createSelection(user: string, now: number) {
  let used = 0
  return ({ at, size, owner }: Entry): boolean => {
    const stays = owner === user && now - at <= MAX_AGE_MS && used + size <= MAX_CHARACTERS
    if (stays) used += size
    return stays
  }
}

/** `user` is read right before each write, so that nothing is written for a user who has just signed out. */
export function createKeptAnswers(user: () => string | null, now: () => number = Date.now) {
  return {
    async save(answers: Answered[]): Promise<void> {
      const readable = answers.filter(isKept)
      if (readable.length === 0) return
      await withStore('readwrite', (store) => {
        const current = user()
        if (current === null) return
        for (const { token, ...answer } of readable) {
          const owner = ownerOf(token)
          if (owner === current) store.put({ ...answer, owner, size: answer.body.length } satisfies KeptAnswer)
        }
        removeSurplus(store, createSelection(current, now()))
      })
    },

    async find(url: string): Promise<KeptAnswer | null> {
      const owner = user()
      if (owner === null) return null
      let request: IDBRequest<KeptAnswer | undefined> | undefined
      await withStore('readonly', (store) => {
        request = store.get([owner, url])
      })
      const found = request?.result
      return found && now() - found.at <= MAX_AGE_MS ? found : null
    },
  }
}

async function withStore(mode: IDBTransactionMode, act: (store: IDBObjectStore) => void): Promise<void> {
  const database = await openDatabase()
  try {
    const transaction = database.transaction(ANSWERS, mode)
    const over = new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(new Error('The answers were not kept')))
    })
    act(transaction.objectStore(ANSWERS))
    await over
  } finally {
    database.close()
  }
}

/** The index holds everything the decision needs, so no response has to be read. */
function removeSurplus(store: IDBObjectStore, stays: (entry: Entry) => boolean) {
  const request = store.index(BY_AGE).openKeyCursor(null, 'prev')
  request.addEventListener('success', () => {
    const cursor = request.result
    if (!cursor) return
    const [at, size, owner] = cursor.key as [number, number, string]
    if (!stays({ at, size, owner })) store.delete(cursor.primaryKey)
    cursor.continue()
  })
}
