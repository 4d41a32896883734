import { expect, test } from 'vitest'
import { nameWithSite, readName, withoutBullet } from './names.ts'

test.each([
  ['ACME (Series B)', 'ACME', 'Series B'],
  ['Acme - Seed', 'Acme', 'Seed'],
  ['Acme, Inc. (Convertible Note)', 'Acme, Inc.', null],
  ['Acme Series A Preferred', 'Acme', 'Series A Preferred'],
  ['Acme* (YC S19)', 'Acme', null],
  ['Acme (formerly Bolt)', 'Acme', null],
  ['Acme, Inc. (2)', 'Acme, Inc.', null],
  ['Acme⁶', 'Acme', null],
  ['Acme (Berlin)', 'Acme (Berlin)', null],
  ['Black Seed', 'Black Seed', null],
  ['World Series', 'World Series', null],
])('%s is the company %s', (written, name, stage) => {
  expect(readName(written)).toEqual({ name, stage })
})

test.each([
  ['1. Acme', 'Acme'],
  ['- Acme', 'Acme'],
  ['3i', '3i'],
])('the list entry %j is %j', (line, name) => {
  expect(withoutBullet(line)).toBe(name)
})

test.each([
  ['Acme - acme.com', 'Acme', 'acme.com'],
  ['Acme (https://example.org/acme)', 'Acme', 'https://example.org/acme'],
  ['Acme Robotics, acme-robotics.com', 'Acme Robotics', 'acme-robotics.com'],
])('%j is %j with the website %s', (written, name, site) => {
  expect(nameWithSite(written)).toEqual({ name, site })
})

test.each(['Acme Robotics: getacme.io', 'Acme, Co.Ltd', 'Acme acme.com'])('%j has no website', (written) => {
  expect(nameWithSite(written)).toBeNull()
})
