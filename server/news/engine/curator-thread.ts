import { ENGINE_ACTIONS, type EngineAction } from './curate.ts'
import { answerTasks } from '../../platform/answer-tasks.ts'

export type EngineRequest = { action: EngineAction; input: unknown[] }

/** Requests have priority over background work. */
const NICE = 5

answerTasks(NICE, ({ action, input }: EngineRequest) => ENGINE_ACTIONS[action](input as never))
