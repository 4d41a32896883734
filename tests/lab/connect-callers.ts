import { Socket } from 'node:net'

/** Who opens connections in this process, from now on: the stack of every call, however deep below it was made. */
export function watchConnects(): string[] {
  const stacks: string[] = []
  const original = Socket.prototype.connect
  function connect(this: Socket, ...words: Parameters<Socket['connect']>): Socket {
    const limit = Error.stackTraceLimit
    Error.stackTraceLimit = 50
    stacks.push(new Error('connect').stack ?? '')
    Error.stackTraceLimit = limit
    return original.apply(this, words)
  }
  Object.defineProperty(Socket.prototype, 'connect', { value: connect, writable: true, configurable: true })
  return stacks
}
