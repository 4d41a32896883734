import type { Subscriber, PublishedEvent } from './events.ts'

const MOST_WAITING = 200

/** What waits to be written to one page. Who cannot keep up loses the single events and is told to look for itself. */
export function createEventBuffer(most = MOST_WAITING) {
  let waiting: PublishedEvent[] = []
  let isOver = false
  let resume = () => {}

  const subscriber: Subscriber = {
    receive(event) {
      // Of how far something is only the newest counts.
      if (event.name === 'gather') waiting = waiting.filter(({ name }) => name !== 'gather')
      waiting.push(event)
      const last = waiting.findLast(({ id }) => id !== undefined)?.id
      if (waiting.length > most) waiting = [{ name: 'missed', data: {}, ...(last && { id: last }) }]
      resume()
    },
    end() {
      isOver = true
      resume()
    },
  }

  return {
    ...subscriber,
    isOver: () => isOver,
    take(): PublishedEvent[] {
      const taken = waiting
      waiting = []
      return taken
    },
    /** Until there is something, it is over, or the time is. */
    async next(ms: number): Promise<void> {
      if (isOver || waiting.length > 0) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        resume = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      resume = () => {}
    },
  }
}

/** Collects for a moment what comes in many pieces and works on it in one go; one go at a time. */
export function batch<Item>(
  pauseMs: number,
  work: (items: Item[]) => Promise<void>,
  failed: (error: unknown) => void,
): (more: Item[]) => void {
  const waiting = new Set<Item>()
  let isBusy = false

  const workThrough = async () => {
    while (waiting.size > 0) {
      await new Promise((resolve) => {
        setTimeout(resolve, pauseMs)
      })
      const items = [...waiting]
      waiting.clear()
      await work(items).catch(failed)
    }
    isBusy = false
  }

  return (more) => {
    for (const item of more) waiting.add(item)
    if (isBusy || waiting.size === 0) return
    isBusy = true
    void workThrough()
  }
}
