import { DEEDS, type Curator } from '../../curate/deeds.ts'
import { openCuratorThread } from './thread.ts'

/** Curation thinks hard: a server that answers people leaves that to a thread of its own. */
export function openCurator(kind: 'thread' | 'inline'): Curator {
  if (kind === 'thread') return openCuratorThread()
  return {
    curate: async (tasks) => DEEDS.curate(tasks),
    judge: async (articles) => DEEDS.judge(articles),
    match: async (tasks) => DEEDS.match(tasks),
    close: async () => {},
  }
}
