import { configDefaults, defineConfig } from 'vitest/config'
import { missingPooler } from './tests/cluster/pooler.ts'
import { missingNamespace } from './tests/network/namespace.ts'
import { SlowTestsFirst } from './tools/slow-tests-first.ts'
import { uncaughtReporter } from './tools/test-reports.ts'
import { reactCompiler } from './web/vite.config.ts'

const networkIsMissing = missingNamespace()
if (networkIsMissing)
  process.stderr.write(`${networkIsMissing}\nThe tests of the network and of a full disk are left out.\n`)

const poolerIsMissing = missingPooler()
if (poolerIsMissing) process.stderr.write(`${poolerIsMissing} The cluster tests are left out.\n`)

const repeatsAll = process.env.REPETITIONS === 'all'
/**
 * Slow tests that start their own cluster, build or product. A short run skips them and relies on the cluster topology
 * test and the other kill tests instead.
 */
const ONLY_AT_FULL_LENGTH = [
  'tests/cluster/faults.test.ts',
  'tests/cluster/live-events.test.ts',
  'tests/faults/backup-under-load.test.ts',
  'tests/faults/killed-poll.test.ts',
  'tests/faults/search-budget.test.ts',
  'tests/image-context.test.ts',
  'tests/network/portfolio-settings.test.ts',
  'tests/production-build.test.ts',
]

const report = process.env.VITEST_JSON_OUTPUT_NAME

/** Generous, because work that is instant on an idle machine can take seconds on a busy one. */
const timeouts = { testTimeout: 60_000, hookTimeout: 120_000, expect: { poll: { timeout: 20_000 } } }

const withDatabase = {
  globalSetup: ['server/testing/global-setup.ts', 'tests/cluster/pooled-setup.ts'],
  // Most files compose the whole server, so load it once per worker, not once per file.
  isolate: false,
  ...timeouts,
}

/** Tests of the auth server that also run with a second product, which uses the first as its hosted auth service. */
const HOSTED_SAMPLE = ['auth-server.flows', 'sessions/sessions', 'email-change/email-change', 'admin/admin'].map(
  (name) => `server/auth/embedded/${name}.test.ts`,
)

export default defineConfig({
  test: {
    // One more than there are cores, because tests of faults mostly wait.
    maxWorkers: 3,
    sequence: { sequencer: SlowTestsFirst },
    reporters: report ? ['dot', ['json', { outputFile: report }], uncaughtReporter(report)] : ['default'],
    projects: [
      // The DOM is loaded once per worker; each file still gets its own window and modules.
      {
        plugins: [reactCompiler],
        test: { name: 'page', include: ['web/**/*.test.tsx'], pool: 'vmThreads', ...timeouts },
      },
      { test: { name: 'browser-code', include: ['web/**/*.test.ts'], ...timeouts } },
      {
        test: {
          // Memory has to be measured in a process that has done nothing else.
          name: 'cost',
          include: ['server/**/*.cost.test.ts'],
          execArgv: ['--expose-gc'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'server',
          include: [
            '{bench,domain,server,tools}/**/*.test.ts',
            'tests/*.test.ts',
            'tests/{api,cluster,faults,network}/**/*.test.ts',
          ],
          exclude: [
            ...configDefaults.exclude,
            '**/*.cost.test.ts',
            ...(networkIsMissing ? ['tests/network/**', 'tests/faults/full-disk.test.ts'] : []),
            ...(poolerIsMissing ? ['tests/cluster/**'] : []),
            ...(repeatsAll ? [] : ONLY_AT_FULL_LENGTH),
          ],
          provide: { repeatsAll, isAuthHosted: false },
          ...withDatabase,
        },
      },
      {
        test: {
          name: 'hosted-auth',
          include: repeatsAll ? ['server/auth/embedded/**/*.test.ts'] : HOSTED_SAMPLE,
          provide: { repeatsAll, isAuthHosted: true },
          ...withDatabase,
        },
      },
    ],
  },
})
