import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'
import { configFaults } from '../testing/config-faults.ts'

test('with nothing set, everything is embedded on port 3000', () => {
  expect(parseConfig({})).toMatchObject({
    http: { host: '127.0.0.1', port: 3000, publicUrl: 'http://localhost:3000', trustProxy: [] },
    database: { url: null, dataDir: './data' },
    auth: { kind: 'embedded', url: 'http://localhost:3000/auth/v1' },
    developerPages: true,
    role: 'all',
  })
})

test('all faults are listed at once, without their values', () => {
  const found = configFaults({
    PORT: 'abc',
    PUBLIC_URL: 'ftp://x',
    DATABASE_URL: 'mysql://user:hunter2@x',
    METRICS_TOKEN: 'short',
    NODE_ENV: 'production',
    DEVELOPER_PAGES: 'maybe',
    AUTH_URL: 'https://auth.example',
    LOG_LEVEL: 'loud',
    TRUST_PROXY: '10.0.0.0/8, nonsense',
    TESTIMONIAL_NAME: 'Only a name',
  })
  const named = [
    'PORT',
    'PUBLIC_URL',
    'DATABASE_URL',
    'METRICS_TOKEN',
    'DEVELOPER_PAGES',
    'LOG_LEVEL',
    'AUTH_ANON_KEY',
    'TESTIMONIAL_NAME',
    'TRUST_PROXY',
  ]
  for (const name of named) expect(found.filter((fault) => fault.startsWith(`${name}:`))).toHaveLength(1)
  expect(found.join('\n')).not.toMatch(/abc|ftp:|hunter2|short|maybe|auth\.example|loud|nonsense|Only a name/)
})

test('an address that would be misread is a fault, and so is a list that names nobody', () => {
  const misread = {
    PUBLIC_URL: ['https://tidings.example/app', 'https://user:hunter2@tidings.example', 'https://tidings.example/?x'],
    DATABASE_URL: ['postgres://me:hunter#2@db/tidings', 'postgres://me:12#2@db/x', 'postgres://me@db:port/tidings'],
    SMTP_URL: ['smtp://me:hunter#2@mail.example', 'smtp://mail.example:99999'],
    MAIL_FROM: ['Tidings <post@tidings.example', 'Tidings post@tidings.example>', 'Tidings'],
    ADMIN_EMAILS: ['me', 'me@tidings.example;you@tidings.example', 'me@tidings.example you@tidings.example'],
  }
  for (const [name, values] of Object.entries(misread))
    for (const value of values)
      expect(configFaults({ [name]: value })).toEqual([expect.stringMatching(`^${name}: must`)])
  expect(configFaults({ DATABASE_URL: 'postgres://db/x', DATABASE_READ_URL: 'postgres://me:a#b@db/x' })).toHaveLength(1)

  const url = 'postgres://me:p%23@/tidings?host=%2Frun%2Fpostgresql'
  expect(parseConfig({ DATABASE_URL: ` ${url}`, PUBLIC_URL: 'https://tidings.example/' })).toMatchObject({
    database: { url },
    http: { publicUrl: 'https://tidings.example' },
  })
  expect(
    configFaults({ MAIL_FROM: 'Tidings <post@tidings.example>', ADMIN_EMAILS: 'me@localhost, You@b.example' }),
  ).toEqual([])
})

test('production requires a public URL and an explicit database', () => {
  const found = configFaults({ NODE_ENV: 'production' })
  expect(found).toEqual(
    expect.arrayContaining([
      'PUBLIC_URL: must be named in production',
      'DATABASE_URL: must be named in production (or DATABASE=embedded)',
    ]),
  )
})

test('DATABASE_DIRECT_URL and DATABASE_READ_URL require DATABASE_URL', () => {
  const urls = { DATABASE_DIRECT_URL: 'postgres://direct/x', DATABASE_READ_URL: 'postgres://replica/x' }
  expect(configFaults(urls)).toEqual([
    'DATABASE_DIRECT_URL: needs DATABASE_URL',
    'DATABASE_READ_URL: needs DATABASE_URL',
  ])
  expect(parseConfig({ ...urls, DATABASE_URL: 'postgres://pooler/x' }).database).toMatchObject({
    directUrl: 'postgres://direct/x',
    readUrl: 'postgres://replica/x',
  })
})

test('in production, ADMIN_EMAILS requires confirmed addresses', () => {
  const production = {
    NODE_ENV: 'production',
    DATABASE: 'embedded',
    PUBLIC_URL: 'https://tidings.example',
    PAYMENTS: 'test',
    ADMIN_EMAILS: 'boss@tidings.example',
  }
  const fault =
    'ADMIN_EMAILS: needs AUTH_CONFIRM_EMAIL=on in production, else whoever signs up with such an address is an administrator'
  const smtp = { SMTP_URL: 'smtps://mail.example' }
  expect(configFaults({ ...production, MAIL: 'outbox' })).toEqual([fault])
  expect(configFaults({ ...production, ...smtp, AUTH_CONFIRM_EMAIL: 'off' })).toEqual([fault])
  expect(configFaults({ ...production, ...smtp, AUTH_CONFIRM_EMAIL: 'off', PORT: 'x' })).toContain(fault)
  expect(configFaults({ ...production, ...smtp })).toEqual([])
  expect(configFaults({ ...production, MAIL: 'outbox', AUTH_CONFIRM_EMAIL: 'on' })).toEqual([])
  expect(configFaults({ ...production, MAIL: 'outbox', ADMIN_EMAILS: '' })).toEqual([])
  expect(configFaults({ ...production, MAIL: 'outbox', AUTH_URL: 'https://auth.example', AUTH_ANON_KEY: 'k' })).toEqual(
    [],
  )
})

test('developer pages are off in production', () => {
  const config = parseConfig({
    NODE_ENV: 'production',
    DATABASE: 'embedded',
    PUBLIC_URL: 'https://tidings.example',
    MAIL: 'outbox',
    PAYMENTS: 'test',
  })
  expect(config.developerPages).toBe(false)
})

test.each([
  ['REQUESTS_PER_MINUTE', 'many', 'must be a whole number of at least 1'],
  ['PASSWORD_MIN_LENGTH', '5', 'must be a whole number from 6 to 64'],
])('%s must not be %s', (name, value, problem) => {
  expect(configFaults({ [name]: value })).toEqual([`${name}: ${problem}`])
})

test('an empty variable counts as unset', () => {
  expect(parseConfig({ PORT: '', PUBLIC_URL: '' }).http.port).toBe(3000)
  expect(parseConfig({ PORT: ' ' }).http.port).toBe(3000)
})

test('a mailbox path that a login shell puts in MAIL is ignored', () => {
  expect(parseConfig({ MAIL: '/var/mail/somebody' }).mail.kind).toBe('outbox')
  expect(configFaults({ MAIL: 'carrier pigeon' })).toHaveLength(1)
})

test('a language model must be configured completely or not at all', () => {
  expect(parseConfig({}).model).toBeNull()
  expect(configFaults({ AI: 'anthropic' })).toEqual([
    'AI_MODEL: is required with AI',
    'AI_API_KEY: is required with AI',
  ])
  expect(configFaults({ AI: 'openai-compatible', AI_MODEL: 'm' })).toEqual([
    'AI_BASE_URL: is required with AI=openai-compatible',
  ])
  const wrong = configFaults({
    AI: 'magic',
    AI_DAILY_TOKENS: 'many',
    AI_PRICE: 'cheap',
    AI_BASE_URL: 'ftp://x',
    AI_READS: 'some',
  })
  for (const name of ['AI', 'AI_READS', 'AI_DAILY_TOKENS', 'AI_PRICE', 'AI_BASE_URL'])
    expect(wrong.filter((fault) => fault.startsWith(`${name}:`))).toHaveLength(1)
  expect(parseConfig({ AI: 'openai', AI_MODEL: 'm', AI_API_KEY: 'k', AI_PRICE: '0.5/2' }).model).toEqual({
    kind: 'openai',
    apiKey: 'k',
    model: 'm',
    baseUrl: null,
    dailyTokens: 2_000_000,
    reads: 'unsure',
    price: { input: 0.5, output: 2 },
  })
})

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

test('a service has another origin by its own setting or in OTHER_ORIGINS', () => {
  const settings = {
    SEC_URL: 'https://sec.example',
    OTHER_ORIGINS: 'NPM=https://npm.example, SEC_DATA=http://127.0.0.1:9',
  }
  expect(parseConfig(settings).gather.origins).toEqual({
    SEC_URL: 'https://sec.example',
    NPM_URL: 'https://npm.example',
    SEC_DATA_URL: 'http://127.0.0.1:9',
  })
  for (const wrong of ['NPM', 'NPM=npm.example', 'SEC=https://sec.example', 'https://npm.example'])
    expect(configFaults({ OTHER_ORIGINS: wrong })).toEqual(['OTHER_ORIGINS: must be a comma list of NAME=origin'])
})

test('CONVERSION_URL selects another provider and has no effect without an ID', () => {
  const CONVERSION_URL = 'http://127.0.0.1:9000/ads/'
  expect(conversion({ CONVERSION_ID: 'C-1', CONVERSION_URL })).toEqual({
    url: 'http://127.0.0.1:9000/ads/C-1/?guid=ON&script=0',
    origin: 'http://127.0.0.1:9000',
  })
  expect(conversion({ CONVERSION_URL })).toBeNull()
})
