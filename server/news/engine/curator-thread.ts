import { platform, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { ENGINE_ACTIONS, type EngineAction } from './curate.ts'

export type EngineRequest = { id: number; action: EngineAction; input: unknown[] }
export type EngineResponse = { id: number; output?: unknown; because?: string }

/** Whoever reads a page goes before what is written for later. */
const NICE = 5

const port = parentPort
if (port) {
  // On Linux this is the thread's own; elsewhere it would be the whole process's.
  if (platform() === 'linux') setPriority(NICE)
  const say = (answer: EngineResponse) => port.postMessage(answer)
  port.on('message', ({ id, action, input }: EngineRequest) => {
    try {
      say({ id, output: ENGINE_ACTIONS[action](input as never) })
    } catch (error) {
      say({ id, because: String(error) })
    }
  })
}
