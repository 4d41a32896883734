import { expect, test } from 'vitest'
import { parseFetchAllow, checkTarget } from './target.ts'

const rule = (list: string, url: string) => {
  try {
    return checkTarget(url, parseFetchAllow(list)).rule
  } catch {
    return 'refused'
  }
}

test('a listed host is exempt on every port, but no other host is', () => {
  const list = ' Bridge.Internal , rss ,münchen.lan, 10.0.0.5, ::1'
  expect(rule(list, 'http://bridge.internal:3000/')).toBe('listed')
  expect(rule(list, 'http://BRIDGE.internal./')).toBe('listed')
  expect(rule(list, 'http://rss:8080/')).toBe('listed')
  expect(rule(list, 'http://xn--mnchen-3ya.lan/')).toBe('listed')
  expect(rule(list, 'http://10.0.0.5:9/')).toBe('listed')
  expect(rule(list, 'http://0x0a.5/')).toBe('listed')
  expect(rule(list, 'http://[0::1]:8080/')).toBe('listed')
  for (const other of ['http://other.internal/', 'http://a.bridge.internal/', 'http://10.0.0.6/', 'http://[::2]/'])
    expect(rule(list, other)).toBe('refused')
})

test('a host listed with a port is exempt only on that port', () => {
  const list = 'example.com:8080, localhost:4000, [fd00::1]:81'
  expect(rule(list, 'http://example.com:8080/')).toBe('listed')
  expect(rule(list, 'http://example.com/')).toBe('public')
  expect(rule(list, 'http://example.com:8081/')).toBe('refused')
  expect(rule(list, 'http://localhost:4000/')).toBe('listed')
  expect(rule(list, 'http://localhost/')).toBe('refused')
  expect(rule(list, 'http://[fd00::1]:81/')).toBe('listed')
  expect(rule(list, 'http://[fd00::1]/')).toBe('refused')
})

test('a listed range exempts its addresses; a name on another port must resolve into it', () => {
  const list = '192.168.7.0/24, fd12::/16'
  expect(rule(list, 'http://192.168.7.9:8080/')).toBe('range')
  expect(rule(list, 'http://192.168.7.9/')).toBe('public')
  expect(rule(list, 'http://[fd12::9]/')).toBe('public')
  expect(rule(list, 'http://192.168.8.9/')).toBe('refused')
  expect(rule(list, 'http://93.184.216.34:8080/')).toBe('refused')
  expect(rule(list, 'http://feeds.example.com:8080/')).toBe('range')
})

test('a fault is reported by its position, without its value', () => {
  const faulty = [
    '10.0.0.0/33',
    '10.0.0/8',
    'a.b/8',
    'host:99999',
    'host:0',
    'host:x',
    'a b',
    'u@host',
    '[::1',
    '::1/129',
    '/',
  ]
  for (const entry of faulty)
    expect(() => parseFetchAllow(`fine.example, ${entry}`), entry).toThrow(
      'entry 2 is not a host, host:port or CIDR range',
    )
  expect(parseFetchAllow(' , ').hasNetworks).toBe(false)
})
