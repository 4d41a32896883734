import type { ReadStories } from '#domain/news/new-stories.ts'

const PAUSE_MS = 1500
const MAX_AT_ONCE = 500

type Stories = ReadStories['stories']

/** Batches stories that were on screen at about the same time. */
export function createReadQueue(pauseMs = PAUSE_MS) {
  let waiting: Stories = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const sent = new Set<string>()
  const keysOf = ({ companyId, roots }: Stories[number]) => roots.map((root) => `${companyId} ${root}`)

  const flush = (send: (batch: Stories) => Promise<unknown>) => {
    timer = undefined
    const batch = waiting.slice(0, MAX_AT_ONCE)
    waiting = waiting.slice(MAX_AT_ONCE)
    // On failure, the stories stay new and can be sent again the next time they're on screen.
    void send(batch).catch(() => {
      for (const key of batch.flatMap(keysOf)) sent.delete(key)
    })
  }

  return (stories: Stories, send: (batch: Stories) => Promise<unknown>): void => {
    const unsent = stories.filter((story) => keysOf(story).some((key) => !sent.has(key)))
    for (const key of unsent.flatMap(keysOf)) sent.add(key)
    waiting = [...waiting, ...unsent]
    if (waiting.length > 0) timer ??= setTimeout(() => flush(send), pauseMs)
  }
}
