import './schemas-without-code.ts'
import { config } from 'zod'
import { expect, test } from 'vitest'

test('"no `unsafe-inline`/`unsafe-eval`": schemas generate no code at run time', () => {
  expect(config().jitless).toBe(true)
})
