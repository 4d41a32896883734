import type { Subscriber, Told } from './events.ts'

const MOST_WAITING = 200

/** What waits to be written to one page. Who cannot keep up loses the single events and is told to look for itself. */
export function createLine(most = MOST_WAITING) {
  let waiting: Told[] = []
  let isOver = false
  let wake = () => {}

  const subscriber: Subscriber = {
    hear(event) {
      // Of how far something is only the newest counts.
      if (event.name === 'gather') waiting = waiting.filter(({ name }) => name !== 'gather')
      waiting.push(event)
      const last = waiting.findLast(({ id }) => id !== undefined)?.id
      if (waiting.length > most) waiting = [{ name: 'missed', data: {}, ...(last && { id: last }) }]
      wake()
    },
    end() {
      isOver = true
      wake()
    },
  }

  return {
    ...subscriber,
    isOver: () => isOver,
    take(): Told[] {
      const taken = waiting
      waiting = []
      return taken
    },
    /** Until there is something, it is over, or the time is. */
    async next(ms: number): Promise<void> {
      if (isOver || waiting.length > 0) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      wake = () => {}
    },
  }
}
