import type { Job, JobName, JobRunner, Jobs } from '../../ports.ts'

/** Runs each job at once, in the caller's time: for tests, which then need not wait. */
export function inlineQueue(): JobRunner {
  let running: Jobs | undefined
  return {
    queue: {
      async enqueue(_queries, name, payload) {
        if (running) await run(running, name, payload)
      },
    },
    start: async (jobs) => {
      running = jobs
    },
    stop: async () => {
      running = undefined
    },
  }
}

async function run<Name extends JobName>(jobs: Jobs, name: Name, payload: Parameters<Job<Name>['run']>[0]): Promise<void> {
  await jobs[name].run(payload)
}
