import { expect, test } from 'vitest'
import { hostKey, nameKey } from './company-key.ts'

test.each([
  ['Acme, Inc.', 'acme'],
  ['ACME', 'acme'],
  ['  Acme   Inc ', 'acme'],
  ['Acme Co., Ltd.', 'acme'],
  ['Müller & Söhne GmbH', 'muller sohne'],
  ['L’Étoile', 'letoile'],
  ['U.S. Robotics', 'us robotics'],
  ['Co', 'co'],
  ['日本電産株式会社', '日本電産株式会社'],
  ['Ａｃｍｅ', 'acme'],
  ['🚀', '🚀'],
  ['Acme Labs', 'acme labs'],
])('%s is known as "%s"', (name, key) => expect(nameKey(name)).toBe(key))

test('a name made of signs only is still a name of its own', () => {
  expect(nameKey('???')).not.toBe(nameKey('!!!'))
})

test.each([
  ['https://www.acme.example/about', 'acme.example'],
  ['http://ACME.example', 'acme.example'],
  ['https://acme.example./', 'acme.example'],
  ['https://www.example', 'www.example'],
  ['https://shop.acme.example', 'shop.acme.example'],
  [null, ''],
])('%s is at "%s"', (website, key) => expect(hostKey(website)).toBe(key))
