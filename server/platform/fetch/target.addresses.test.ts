import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicAddress } from './target.ts'

/** IANA's special-purpose registries, multicast, and addresses that clouds use internally. */
const SPECIAL_V4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12
  192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24
  198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`.split(/\s+/)

const SPECIAL_V6 = `::/128 ::1/128 ::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001::/32 2001:1::1/128
  2001:1::2/128 2001:2::/48 2001:3::/32 2001:4:112::/48 2001:10::/28 2001:20::/28 2001:30::/28 2001:db8::/32
  2002::/16 2620:4f:8000::/48 3fff::/20 4000::/3 5f00::/16 fc00::/7 fec0::/10 fe80::/10 ff00::/8`.split(/\s+/)

/** Formats a 32-bit or 128-bit number as an address, so that the test shares no code with what it tests. */
const toV4 = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.')
const toV6 = (value: bigint) =>
  Array.from({ length: 8 }, (_, i) => ((value >> BigInt(112 - 16 * i)) & 0xffffn).toString(16)).join(':')

function fromV6(address: string): bigint {
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
  return groups.reduce((sum, group) => (sum << 16n) | BigInt(`0x${group}`), 0n)
}
const fromV4 = (address: string) => address.split('.').reduce((sum, part) => (sum << 8n) | BigInt(part), 0n)

function anyIn(range: string): fc.Arbitrary<string> {
  const [base = '', bits = ''] = range.split('/')
  const isV6 = base.includes(':')
  const size = 1n << BigInt((isV6 ? 128 : 32) - Number(bits))
  const start = isV6 ? fromV6(base) : fromV4(base)
  return fc.bigInt({ min: start, max: start + size - 1n }).map(isV6 ? toV6 : toV4)
}

describe('every address in a special range is refused', () => {
  test.each(SPECIAL_V4)('%s', (range) => {
    fc.assert(fc.property(anyIn(range), (address) => !isPublicAddress(address)))
  })

  test.each(SPECIAL_V6)('%s', (range) => {
    fc.assert(fc.property(anyIn(range), (address) => !isPublicAddress(address)))
  })

  test.each(SPECIAL_V4)('%s inside an IPv6 address', (range) => {
    const prefixes = ['::ffff:0:0', '::', '64:ff9b::', '64:ff9b:1::'].map(fromV6)
    fc.assert(
      fc.property(anyIn(range), fc.constantFrom(...prefixes), (address, prefix) => {
        const embedded = toV6(prefix | fromV4(address))
        const sixToFour = toV6((0x2002n << 112n) | (fromV4(address) << 80n) | 1n)
        return !isPublicAddress(embedded) && !isPublicAddress(sixToFour)
      }),
    )
  })
})

test('every IPv4 address outside the special ranges is allowed, including in mapped and NAT64 form', () => {
  const ranges = SPECIAL_V4.map((range) => {
    const [base = '', bits = ''] = range.split('/')
    return { start: fromV4(base), end: fromV4(base) + (1n << BigInt(32 - Number(bits))) }
  })
  const isSpecial = (value: bigint) => ranges.some(({ start, end }) => value >= start && value < end)
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 0xffffffffn }).filter((value) => !isSpecial(value)),
      (value) =>
        isPublicAddress(toV4(value)) &&
        isPublicAddress(toV6(fromV6('::ffff:0:0') | value)) &&
        isPublicAddress(toV6(fromV6('64:ff9b::') | value)),
    ),
    { numRuns: 2000 },
  )
})

test('addresses next to a special range are allowed', () => {
  const neighbors = `1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
    169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.167.255.255 192.169.0.0
    198.17.255.255 198.20.0.0 203.0.112.255 203.0.114.0 223.255.255.255 93.184.216.34 8.8.8.8
    2606:2800:21f:cb07:6820:80da:af6b:8b2c 2001:200:: 2001:4860:4860::8888 2a00:1450:4001::200e 2003::1 2c0f::1
    64:ff9b::808:808 64:ff9b::8.8.8.8 ::ffff:8.8.8.8`.split(/\s+/)
  expect(neighbors.filter((address) => !isPublicAddress(address))).toEqual([])
})

test('anything but a plain address is refused', () => {
  const odd = [
    '',
    'example.com',
    '1.2.3',
    '0x7f.1',
    '2130706433',
    '[::1]',
    'fe80::1%lo',
    '2606::1%eth0',
    '::ffff:127.1',
  ]
  expect(odd.filter(isPublicAddress)).toEqual([])
})
