import { platform, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { DEEDS, type Deed } from '../../curate/deeds.ts'

export type Request = { id: number; deed: Deed; input: unknown[] }
export type Answer = { id: number; output?: unknown; because?: string }

/** Whoever reads a page goes before what is written for later. */
const NICE = 5

const port = parentPort
if (port) {
  // On Linux this is the thread's own; elsewhere it would be the whole process's.
  if (platform() === 'linux') setPriority(NICE)
  const say = (answer: Answer) => port.postMessage(answer)
  port.on('message', ({ id, deed, input }: Request) => {
    try {
      say({ id, output: DEEDS[deed](input as never) })
    } catch (error) {
      say({ id, because: String(error) })
    }
  })
}
