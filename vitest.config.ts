import { configDefaults, defineConfig } from 'vitest/config'
import { openNamespace } from './tests/lab/namespace.ts'

const lab = openNamespace()
if ('missing' in lab) process.stderr.write(`${lab.missing}\nThe tests of the lab are left out.\n`)
else lab.remove()

export default defineConfig({
  test: {
    include: [
      '{domain,server,web,tools}/**/*.test.{ts,tsx}',
      'tests/*.test.ts',
      'tests/{api,faults,lab}/**/*.test.ts',
    ],
    exclude: [...configDefaults.exclude, ...('missing' in lab ? ['tests/lab/**'] : [])],
    globalSetup: ['server/testing/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
