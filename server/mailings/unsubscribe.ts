import type { Clock } from '#domain/time.ts'
import { nextDigestAt } from '#domain/mailings/schedule.ts'
import { createUnsubscribe } from '../account/unsubscribe.ts'
import type { KeyedHash } from '../auth/auth.ts'
import type { Database } from '../platform/database/open.ts'
import { users } from '../platform/database/schema/accounts-and-companies.ts'
import { eq } from 'drizzle-orm'
import { mailingStore, scheduleOf, type Preferences } from './store.ts'

const STILL = 'You’ll still get emails about payments and account security.'

const TEXTS = {
  digest: {
    ask: {
      title: 'Unsubscribe from digests?',
      text: 'Digests tell you what happened at your companies. Each story is sent only once.',
      button: 'Unsubscribe',
    },
    refused: {
      title: 'You are unsubscribed',
      text: `You won’t get any more digests. ${STILL}`,
      button: 'Send digests again',
    },
    wanted: {
      title: 'Digests are on',
      text: 'You’ll get digests again. You choose when in your profile.',
      button: 'Unsubscribe',
    },
  },
  alert: {
    ask: {
      title: 'Turn off email alerts?',
      text: 'We email you as soon as an event you chose happens.',
      button: 'Turn off alerts',
    },
    refused: {
      title: 'Email alerts are off',
      text: `You won’t get any more alerts by email. Your alert settings are kept, and you’ll still get notifications on your devices. ${STILL}`,
      button: 'Turn alerts on',
    },
    wanted: { title: 'Email alerts are on', text: 'You’ll get your alerts by email again.', button: 'Turn off alerts' },
  },
}

type Needs = { database: Database; clock: Clock; hash: KeyedHash; publicUrl: string }

export function createMailingUnsubscribes({ database, clock, hash, publicUrl }: Needs) {
  /** Null when there is no such user. */
  const preferences = (userId: string) =>
    database.asUser(userId, async (queries) => {
      const [user] = await queries.select({ id: users.id }).from(users).where(eq(users.id, userId))
      return user ? mailingStore(queries, userId).preferences(clock()) : null
    })

  const change = (userId: string, changeOf: (own: Preferences) => Partial<Preferences>) =>
    database.asUser(userId, async (queries) => {
      const [user] = await queries.select({ id: users.id }).from(users).where(eq(users.id, userId))
      if (!user) return false
      const store = mailingStore(queries, userId)
      await store.update({ ...changeOf(await store.preferences(clock())), updatedAt: clock() })
      return true
    })

  return {
    digest: createUnsubscribe({
      hash,
      publicUrl,
      path: '/unsubscribe/digest',
      purpose: 'unsubscribe-digest',
      name: 'digests',
      texts: TEXTS.digest,
      isWanted: async (userId) => {
        const own = await preferences(userId)
        return own && own.digest !== 'off'
      },
      choose: (userId, isWanted) =>
        change(userId, (own) => {
          // The page can be old, and the digest since have been set to daily.
          if (isWanted && own.digest !== 'off') return {}
          const digest = isWanted ? 'weekly' : 'off'
          return { digest, nextDigestAt: nextDigestAt({ ...scheduleOf(own), digest }, clock()) }
        }),
    }),
    alert: createUnsubscribe({
      hash,
      publicUrl,
      path: '/unsubscribe/alerts',
      purpose: 'unsubscribe-alerts',
      name: 'alerts',
      texts: TEXTS.alert,
      isWanted: async (userId) => (await preferences(userId))?.wantsAlerts ?? null,
      choose: (userId, isWanted) => change(userId, () => ({ wantsAlerts: isWanted, nextAlertAt: null })),
    }),
  }
}
