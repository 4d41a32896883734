import { beforeEach, expect, test } from 'vitest'
import { authHeaders, deviceId } from './auth-library.ts'

// @vitest-environment happy-dom

beforeEach(() => localStorage.clear())

test('each browser keeps its own random id', () => {
  const mine = deviceId()
  expect(mine).toMatch(/^[0-9a-f]{32}$/)
  expect(deviceId()).toBe(mine)
  localStorage.clear()
  expect(deviceId()).not.toBe(mine)
})

test('an invalid stored id is replaced', () => {
  localStorage.setItem('tidings-device', 'x\r\ny')
  expect(deviceId()).toMatch(/^[0-9a-f]{32}$/)
})

test('the id is sent to our own auth server, not to a hosted one', () => {
  const own = { url: `${location.origin}/auth/v1`, anonKey: 'embedded' }
  expect(authHeaders(own)).toEqual({ apikey: 'embedded', 'x-device-id': deviceId() })
  expect(authHeaders({ url: 'https://auth.example/auth/v1', anonKey: 'anon' })).toEqual({ apikey: 'anon' })
})
