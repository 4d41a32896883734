import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const SLOW = [
  'tests/cluster/topology.test.ts',
  'tests/network/portfolio-settings.test.ts',
  'tests/network/stripe.test.ts',
  'tests/network/portfolio.test.ts',
  'tests/faults/embedded-postgres.test.ts',
  'tests/faults/kill.test.ts',
  'tests/faults/polling-kill.test.ts',
  'tests/faults/failed-start.test.ts',
  'tests/faults/webhook-kill.test.ts',
  'tests/faults/polling-schedule.test.ts',
  'tests/api/fuzz.test.ts',
  'tests/api/access.test.ts',
  'tests/api/canaries.test.ts',
  'server/mailings/simulation.test.ts',
]

/** A slow file that starts last leaves the other worker idle, and a fresh checkout has no recorded durations. */
export class SlowTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    // Sort only within a project, because a worker that switches projects loads everything again.
    const projects = Map.groupBy(sorted, ({ project }) => project.name)
    return [...projects.values()].flatMap((specs) => specs.toSorted((a, b) => rank(a) - rank(b)))
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = SLOW.indexOf(relative(process.cwd(), moduleId))
  return at === -1 ? SLOW.length : at
}
