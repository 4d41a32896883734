import './schemas-without-code.ts'
import { config } from 'zod'
import { expect, test } from 'vitest'

test('"no `unsafe-inline`/`unsafe-eval`": the schemas build no code, whichever part of the application comes first', () => {
  expect(config().jitless).toBe(true)
})
