import type { QueryClient } from '@tanstack/react-query'
import type { Answered, KeptAnswer } from './offline/kept-answers.ts'

const AFTER_FIRST_PAINT_MS = 1500
const TOGETHER_MS = 200

export type DeviceCopies = {
  keep: (answer: Omit<Answered, 'at'>) => void
  /** Null if there's no copy, or if the page still has the data in memory. */
  find: (url: string) => Promise<KeptAnswer | null>
}

export const NO_COPIES: DeviceCopies = { keep: () => {}, find: async () => null }

/** Caches the server's latest responses on this device for when it can't be reached. */
export function createDeviceCopies(user: () => string | null, inMemory: () => QueryClient): DeviceCopies {
  const waiting: Answered[] = []
  let pauseMs = AFTER_FIRST_PAINT_MS
  const load = async () => {
    const [{ createKeptAnswers }, { connection }] = await Promise.all([
      import('./offline/kept-answers.ts'),
      import('./offline/connection.ts'),
    ])
    return { answers: createKeptAnswers(user), connection }
  }
  const save = async () => {
    const { answers } = await load()
    pauseMs = TOGETHER_MS
    await answers.save(waiting.splice(0))
  }
  return {
    keep(answer) {
      // Saved in batches, and not before the page has loaded.
      if (waiting.length === 0) setTimeout(() => void save().catch(() => {}), pauseMs)
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
