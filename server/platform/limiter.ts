import { FetchError } from './fetch/fetch-error.ts'

type Limits = { perHost: number; overall: number }

/** Lets so many in at once for each host and altogether; the others wait in the order they came. */
export function createLimiter({ perHost, overall }: Limits) {
  const hosts = new Map<string, Gate>()
  const whole = createGate(overall)

  const gateOf = (host: string) => {
    const gate = hosts.get(host) ?? createGate(perHost)
    hosts.set(host, gate)
    return gate
  }

  return {
    /** Resolves to what ends the turn. */
    async take(host: string, signal?: AbortSignal): Promise<() => void> {
      const gate = gateOf(host)
      const forget = () => {
        if (gate.isEmpty() && hosts.get(host) === gate) hosts.delete(host)
      }
      const leaveHost = () => {
        gate.leave()
        forget()
      }
      await gate.enter(signal).catch((error: unknown) => {
        forget()
        throw error
      })
      // The host's turn first: whoever holds one of the few overall turns waits for nothing else.
      await whole.enter(signal).catch((error: unknown) => {
        leaveHost()
        throw error
      })
      return () => {
        whole.leave()
        leaveHost()
      }
    },
  }
}

type Gate = { enter: (signal?: AbortSignal) => Promise<void>; leave: () => void; isEmpty: () => boolean }

function createGate(limit: number): Gate {
  let inside = 0
  const waiting = new Set<() => void>()

  return {
    enter: async (signal) => {
      if (signal?.aborted) throw new FetchError('aborted')
      if (inside < limit) {
        inside += 1
        return
      }
      await new Promise<void>((resolve, reject) => {
        const onAbort = () => {
          waiting.delete(goIn)
          reject(new FetchError('aborted'))
        }
        const goIn = () => {
          signal?.removeEventListener('abort', onAbort)
          resolve()
        }
        waiting.add(goIn)
        signal?.addEventListener('abort', onAbort, { once: true })
      })
    },
    leave: () => {
      // The place is handed on, so that nobody who comes meanwhile takes it.
      const [next] = waiting
      if (!next) inside -= 1
      else if (waiting.delete(next)) next()
    },
    isEmpty: () => inside === 0,
  }
}
