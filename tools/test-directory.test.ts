import { expect, test } from 'vitest'
import { allowsPrograms } from './test-directory.ts'

test.each([
  ['tmpfs /dev/shm tmpfs rw,relatime,size=24682416k 0 0', true],
  ['shm /dev/shm tmpfs rw,nosuid,nodev,noexec,relatime,size=65536k 0 0', false],
  ['tmpfs /dev/shm tmpfs ro,relatime 0 0', false],
  ['tmpfs /run tmpfs rw,relatime 0 0', false],
])('%s can hold the test files: %s', (mounts, may) => {
  expect(allowsPrograms(`proc /proc proc rw,noexec 0 0\n${mounts}\n`)).toBe(may)
})
