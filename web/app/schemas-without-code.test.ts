import './schemas-without-code.ts'
import { config } from 'zod'
import { expect, test } from 'vitest'

test('WH-02: "no `unsafe-inline`/`unsafe-eval`": the schemas build no code, whichever part of the application comes first', () => {
  expect(config().jitless).toBe(true)
})
