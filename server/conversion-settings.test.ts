import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'

const conversion = (environment: Record<string, string>) => parseConfig(environment).site.conversion

test.each([
  [
    'AW-123456789/abC_d-1',
    'https://www.googleadservices.com/pagead/conversion/123456789/?label=abC_d-1&guid=ON&script=0',
  ],
  ['AW-123456789', 'https://www.googleadservices.com/pagead/conversion/123456789/?guid=ON&script=0'],
  ['some id/?x', 'https://www.googleadservices.com/pagead/conversion/some%20id%2F%3Fx/?guid=ON&script=0'],
])('CONVERSION_ID=%s is reported to the provider as %s', (id, url) => {
  expect(conversion({ CONVERSION_ID: id })).toEqual({ url, origin: 'https://www.googleadservices.com' })
})

test('CONVERSION_URL names another provider, and without an ID there is none', () => {
  const CONVERSION_URL = 'http://127.0.0.1:9000/ads/'
  expect(conversion({ CONVERSION_ID: 'C-1', CONVERSION_URL })).toEqual({
    url: 'http://127.0.0.1:9000/ads/C-1/?guid=ON&script=0',
    origin: 'http://127.0.0.1:9000',
  })
  expect(conversion({ CONVERSION_URL })).toBeNull()
})
