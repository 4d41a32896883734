import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Files that may use the network directly, because every address they contact comes from the operator. */
const NAMED: Record<string, string[]> = {
  'server/platform/http/listen.ts': ['node:http createServer'],
  'server/auth/hosted/hosted-auth.ts': ['jose createRemoteJWKSet'],
  'server/auth/hosted/hosted-service.ts': ['global fetch'],
  'server/platform/email/transport.ts': ['nodemailer *'],
  'server/news/model/client.ts': ['global fetch', 'ai *', '@ai-sdk/anthropic *', '@ai-sdk/openai-compatible *'],
  'server/billing/open-payments.ts': ['stripe *', 'global fetch'],
  'server/platform/queue/pg-boss.ts': ['pg-boss *'],
  'server/platform/telemetry/sdk.ts': [
    '@opentelemetry/exporter-metrics-otlp-http *',
    '@opentelemetry/exporter-trace-otlp-http *',
  ],
  'server/platform/database/open.ts': ['pg *'],
  'server/platform/database/pool.ts': ['pg *'],
  'server/platform/database/planned-statements.ts': ['pg *'],
  'server/platform/database/notifications.ts': ['pg *'],
  'server/platform/database/errors.ts': ['pg *'],
  'server/platform/database/visible-articles.ts': ['pg *'],
  'server/platform/database/owner-connection.ts': ['pg *'],
  'server/platform/database/migrate.ts': ['pg *', 'pg-boss *'],
  'server/platform/database/migration-steps.ts': ['pg *'],
}

const NETWORK =
  /^(node:)?(http|https|http2|net|tls|dgram|dns|dns\/promises|inspector)$|^(undici|nodemailer|pg|pg-boss|stripe|ai|@ai-sdk\/.*|@opentelemetry\/exporter-.*)$/
const HARMLESS = ['isIP', 'isIPv4', 'isIPv6', 'BlockList', 'SocketAddress']
const DIALLING_NAMES = ['createRemoteJWKSet']
const GLOBALS = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']

const isProduct = (path: string) => !path.endsWith('.test.ts') && !path.startsWith('server/testing/')
const files = globSync('server/**/*.ts').filter(isProduct)

test('only safe fetch and listed files import network modules', () => {
  const found = files.flatMap((path) =>
    importsOf(readFileSync(path, 'utf8')).map((what) => ({ path, what: what.replace('node:', '') })),
  )
  expect(found.some(({ path }) => path.startsWith('server/platform/fetch/'))).toBe(true)
  const broken = found.filter(({ path, what }) => {
    const allowed = (NAMED[path] ?? []).map((entry) => entry.replace('node:', ''))
    return (
      !path.startsWith('server/platform/fetch/') &&
      !allowed.includes(what) &&
      !allowed.includes(what.replace(/ .*/, ' *'))
    )
  })
  expect(broken.map(({ path, what }) => `${path}: ${what}`)).toEqual([])
})

test('every form of import is recognized', () => {
  const lines: [string, string[]][] = [
    [`import { connect } from 'node:net'`, ['node:net connect']],
    [`import { isIP, type Socket, connect as dial } from 'node:net'`, ['node:net connect']],
    [`import type { Socket } from 'node:net'`, []],
    [`import { BlockList } from 'node:net'`, []],
    [`import * as http from "http"`, ['http *']],
    [`import pg, { type Pool } from 'pg'`, ['pg *']],
    [`import {\n  Agent,\n} from 'undici'`, ['undici Agent']],
    [`export { request } from 'undici'`, ['undici request']],
    [`import 'node:tls'`, ['node:tls *']],
    [`const { createTransport } = await import('nodemailer')`, ['nodemailer *']],
    [`const net = require('node:net')`, ['node:net *']],
    [`const net = process.getBuiltinModule('node:net')`, ['node:net *']],
    [`import { createRemoteJWKSet, jwtVerify } from 'jose'`, ['jose createRemoteJWKSet']],
    [`import { createHash } from 'node:crypto'`, []],
  ]
  for (const [line, found] of lines) expect(importsOf(line), line).toEqual(found)
})

test('only listed files use a network global', () => {
  const users = globalUsers(['server'])
  expect(users).toContain('server/auth/hosted/hosted-service.ts')
  const named = Object.keys(NAMED).filter((path) => NAMED[path]?.includes('global fetch'))
  expect(users.filter((path) => isProduct(path) && !named.includes(path))).toEqual([])
  const hidden = files.filter((path) => /\b(globalThis|global)\s*(\.|\[|\?\.)/.test(readFileSync(path, 'utf8')))
  expect(hidden).toEqual([])
})

test('every listed file still needs each of its entries', () => {
  expect(Object.keys(NAMED).filter((path) => !files.includes(path))).toEqual([])
  const users = globalUsers(Object.keys(NAMED))
  const isNeeded = (path: string, entry: string) =>
    entry === 'global fetch'
      ? users.includes(path)
      : importsOf(readFileSync(path, 'utf8')).some((what) => what === entry || what.replace(/ .*/, ' *') === entry)
  const needless = Object.entries(NAMED).flatMap(([path, entries]) =>
    entries.filter((entry) => !isNeeded(path, entry)).map((entry) => `${path}: ${entry}`),
  )
  expect(needless).toEqual([])
})

function importsOf(text: string): string[] {
  const whole = [
    ...text.matchAll(/(?:import|require|getBuiltinModule)\s*\(\s*['"]([^'"]+)['"]|import\s+['"]([^'"]+)['"]/g),
  ]
  const named = [...text.matchAll(/^\s*(?:import|export)\s+(?!type\b)([^'"()]+?)\s+from\s+['"]([^'"]+)['"]/gm)]
  return [
    ...named.flatMap(([, clause = '', module = '']) => namesIn(clause).map((name) => ({ module, name }))),
    ...whole.map(([, called, bare]) => ({ module: called ?? bare ?? '', name: '*' })),
  ]
    .filter(({ module, name }) => (NETWORK.test(module) && !HARMLESS.includes(name)) || DIALLING_NAMES.includes(name))
    .map(({ module, name }) => `${module} ${name}`)
}

function namesIn(clause: string): string[] {
  const [, before = '', braced = ''] = /^([^{]*)(?:\{([^}]*)\})?/.exec(clause) ?? []
  const names = braced
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.replace(/\s+as\s+.*/, ''))
  return before.replace(',', '').trim() === '' ? names : ['*', ...names]
}

/** The linter distinguishes the global from a parameter named `fetch`. */
function globalUsers(paths: string[]): string[] {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-rule-'))
  const config = join(directory, 'rule.json')
  writeFileSync(config, JSON.stringify({ rules: { 'no-restricted-globals': ['error', ...GLOBALS] } }))
  const { stdout } = spawnSync('oxlint', ['-c', config, '--format', 'json', ...paths], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  rmSync(directory, { recursive: true, force: true })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] }
  const found = diagnostics.filter(({ code }) => code.includes('no-restricted-globals'))
  return [...new Set(found.map(({ filename }) => filename))]
}
