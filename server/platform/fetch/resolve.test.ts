import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createResolve } from './dial.ts'

// Lookups that need a name server are tested in tests/network, which runs its own.

test('names in the hosts file are resolved without a name server', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-hosts-'))
  const hosts = join(directory, 'hosts')
  writeFileSync(hosts, '# a comment\n10.0.0.5\tNews.Example news # the office\nfd00::5 news.example\nbroken line\n')
  const resolve = createResolve(hosts)
  expect(await resolve('news.example')).toEqual(['10.0.0.5', 'fd00::5'])
  expect(await resolve('news')).toEqual(['10.0.0.5'])
  rmSync(directory, { recursive: true })
})

test('localhost resolves to this machine even without a hosts file', async () => {
  const resolve = createResolve('/nonexistent/hosts')
  expect(await resolve('localhost')).toEqual(['127.0.0.1', '::1'])
  expect(await resolve('app.localhost')).toEqual(['127.0.0.1', '::1'])
})
