import type { QueryClient } from '@tanstack/react-query'
import type { Answered, KeptAnswer } from './offline/kept-answers.ts'
import { whenSettled } from './when-idle.ts'

export type DeviceCopies = {
  keep: (answer: Omit<Answered, 'at'>) => void
  /** Null if there's no copy, or if the page still has the data in memory. */
  find: (url: string) => Promise<KeptAnswer | null>
}

export const NO_COPIES: DeviceCopies = { keep: () => {}, find: async () => null }

/** Caches the server's latest responses on this device for when it can't be reached. */
export function createDeviceCopies(user: () => string | null, inMemory: () => QueryClient): DeviceCopies {
  const waiting: Answered[] = []
  const load = async () => {
    const [{ createKeptAnswers }, { connection }] = await Promise.all([
      import('./offline/kept-answers.ts'),
      import('./offline/connection.ts'),
    ])
    return { answers: createKeptAnswers(user), connection }
  }
  const save = async () => {
    const { answers } = await load()
    await answers.save(waiting.splice(0))
  }
  return {
    keep(answer) {
      // Saved in batches, after what the page needs.
      if (waiting.length === 0) whenSettled(inMemory(), () => void save().catch(() => {}))
      waiting.push({ ...answer, at: Date.now() })
    },
    async find(url) {
      try {
        const { answers, connection } = await load()
        connection.lose()
        const isShown = inMemory()
          .getQueryCache()
          .findAll()
          .some(({ queryKey, state }) => queryKey.includes(url) && state.data !== undefined)
        const found = isShown ? null : await answers.find(url)
        if (found) connection.show(url, found.at)
        return found
      } catch {
        // Storage can be blocked.
        return null
      }
    },
  }
}
