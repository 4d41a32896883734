import { randomBytes } from 'node:crypto'
import { COMPANY_NOT_FOUND } from '#domain/companies/company.ts'
import { AppError } from '#domain/errors.ts'
import type { Clock } from '#domain/time.ts'
import { localPart, RANDOM_BYTES } from '#domain/updates/address.ts'
import { ownWords } from '#domain/updates/email-text.ts'
import {
  UPDATE_NOT_FILED,
  UPDATE_NOT_FOUND,
  UPDATES_OFF,
  type CompanyUpdate,
  type EmailContent,
  type ReceivedUpdate,
  type UpdateSettings,
  type WholeUpdate,
} from '#domain/updates/update.ts'
import type { Companies } from '../companies/companies.ts'
import type { Config } from '../config/config.ts'
import type { Briefs } from '../news/briefs/write-briefs.ts'
import type { Database, Queries } from '../platform/database/open.ts'
import { metricsOf } from './metrics/metrics.ts'
import { inboundStore, toCompanyUpdate, updateStore, type FiledUpdate, type Message, type ReadResult } from './store.ts'
import { updateArticles } from './update-articles.ts'

type Needs = {
  database: Database
  clock: Clock
  companies: Pick<Companies, 'get'>
  briefs: Pick<Briefs, 'rewriteOverrides'>
  inbound: Config['inbound']
  publicUrl: string
  chance?: (bytes: number) => Uint8Array
}

export type Updates = ReturnType<typeof createUpdates>

export function createUpdates({ database, clock, companies, inbound, chance = randomBytes, ...needs }: Needs) {
  type Store = ReturnType<typeof updateStore>
  const own = <Result>(userId: string, work: (store: Store) => Promise<Result>) =>
    database.asUser(userId, (queries) => work(updateStore(queries, userId)))

  const newLocalPart = async (store: Store) => localPart(await store.firstName(), chance(RANDOM_BYTES))

  async function ensureAddress(store: Store): Promise<void> {
    if (!(await store.address())) await store.insertAddressIfAbsent(await newLocalPart(store), clock())
  }

  async function settingsOf(store: Store): Promise<UpdateSettings> {
    const row = await store.address()
    const address = row && inbound ? `${row.localPart}@${inbound.domain}` : null
    return { address, allowsModel: row?.allowsModel ?? false }
  }

  async function listOf(userId: string, companyId: number): Promise<FiledUpdate[]> {
    await companies.get(userId, companyId)
    return own(userId, (store) => store.listOfCompany(companyId))
  }

  /** Runs as the system because requests may not write news; the message is looked up by its owner. */
  const change = (userId: string, id: number, work: (queries: Queries, message: Message) => Promise<void>) =>
    database.asSystem(async (queries) => {
      const message = await inboundStore(queries).lock(userId, id)
      if (!message) throw new AppError('not-found', UPDATE_NOT_FOUND)
      await work(queries, message)
    })

  const withdraw = async (queries: Queries, { articleId, companyId }: Message) => {
    if (articleId !== null && companyId !== null)
      await updateArticles(queries, needs).withdraw(articleId, companyId, clock())
  }

  return {
    /** The address is created the first time it's requested. */
    settings: (userId: string): Promise<UpdateSettings> =>
      own(userId, async (store) => {
        if (inbound) await ensureAddress(store)
        return settingsOf(store)
      }),

    editSettings: (userId: string, { allowsModel }: Pick<UpdateSettings, 'allowsModel'>): Promise<UpdateSettings> =>
      own(userId, async (store) => {
        await ensureAddress(store)
        await store.allowModel(allowsModel)
        return settingsOf(store)
      }),

    replaceAddress: (userId: string): Promise<UpdateSettings> =>
      own(userId, async (store) => {
        if (!inbound) throw new AppError('conflict', UPDATES_OFF)
        await store.setAddress(await newLocalPart(store), clock())
        return settingsOf(store)
      }),

    list: (userId: string): Promise<ReceivedUpdate[]> => own(userId, (store) => store.list()),

    async get(userId: string, id: number): Promise<WholeUpdate> {
      const found = await own(userId, (store) => store.find(id))
      if (!found) throw new AppError('not-found', UPDATE_NOT_FOUND)
      return toWholeUpdate(found)
    },

    async email(userId: string, id: number): Promise<EmailContent> {
      const found = await own(userId, (store) => store.findEmail(id))
      if (!found) throw new AppError('not-found', UPDATE_NOT_FOUND)
      return found
    },

    async listOfCompany(userId: string, companyId: number): Promise<CompanyUpdate[]> {
      return (await listOf(userId, companyId)).map(toCompanyUpdate)
    },

    async listWhole(userId: string, companyId: number): Promise<WholeUpdate[]> {
      return (await listOf(userId, companyId)).map(toWholeUpdate)
    },

    async file(userId: string, id: number, companyId: number): Promise<ReceivedUpdate> {
      // Ownership is checked first so that another user's email gets the same response as a missing one.
      const before = await own(userId, (store) => store.findReceived(id))
      if (!before) throw new AppError('not-found', UPDATE_NOT_FOUND)
      await companies.get(userId, companyId).catch((error: unknown) => {
        const isMissing = error instanceof AppError && error.code === 'not-found'
        throw isMissing ? new AppError('invalid-input', COMPANY_NOT_FOUND) : error
      })
      await change(userId, id, async (queries, message) => {
        if (message.state !== 'waiting' && message.state !== 'filed') throw new AppError('conflict', UPDATE_NOT_FILED)
        await withdraw(queries, message)
        const sentAt = message.sentAt ?? message.receivedAt
        const { companies: all = [] } = (await inboundStore(queries).account(userId)) ?? {}
        const metrics = metricsOf({ text: ownWords(message.text), sentAt }, companyId, all)
        const update = { ...message, sentAt, companyId, metrics }
        const articleId = await updateArticles(queries, needs).publish(update, clock())
        const filed: ReadResult = {
          state: 'filed',
          companyId,
          metrics,
          articleId,
          isFiledByHand: true,
          reason: null,
          candidates: [],
        }
        await inboundStore(queries).update(id, filed)
      })
      const found = await own(userId, (store) => store.findReceived(id))
      if (!found) throw new AppError('not-found', UPDATE_NOT_FOUND)
      return found
    },

    remove: (userId: string, id: number): Promise<void> =>
      change(userId, id, async (queries, message) => {
        await withdraw(queries, message)
        await inboundStore(queries).remove(id)
      }),

    export: (userId: string): Promise<Record<string, object[]>> =>
      own(userId, async (store) => {
        const address = await store.address()
        const messages = await store.messages()
        return {
          update_addresses: address ? [address] : [],
          update_messages: messages.map(({ raw, ...message }) => ({ ...message, raw: raw?.toString('utf8') ?? null })),
        }
      }),

    erase: (queries: Queries, userId: string): Promise<void> => inboundStore(queries).eraseUser(userId),
  }
}

const toWholeUpdate = (found: FiledUpdate): WholeUpdate => ({
  ...toCompanyUpdate(found),
  text: found.text,
  attachments: found.attachments,
})
