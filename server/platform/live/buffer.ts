import { MISSED, type LiveEvent, type Subscriber } from './event-bus.ts'

const MAX_WAITING = 200

/** A slow client loses single events and is told to reload. */
export function createEventBuffer(maxWaiting = MAX_WAITING) {
  let waiting: LiveEvent[] = []
  let isOver = false
  let resume = () => {}

  const subscriber: Subscriber = {
    receive(event) {
      if (event.isState) waiting = waiting.filter(({ name }) => name !== event.name)
      waiting.push(event)
      const lastId = waiting.findLast(({ id }) => id !== undefined)?.id
      if (waiting.length > maxWaiting) waiting = [{ name: MISSED, data: {}, ...(lastId && { id: lastId }) }]
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
    take(): LiveEvent[] {
      const taken = waiting
      waiting = []
      return taken
    },
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
