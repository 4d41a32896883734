import { expect, test } from 'vitest'
import { growth, LINEAR } from '../../../testing/growth.ts'
import { scriptedAddress, withScriptedLinks } from './scripted-links.ts'

test.each([
  ['<div data-href="/a"><h3>One</h3></div>', '<div data-href="/a"><a href="/a"><h3>One</h3></a></div>'],
  [
    `<tr onclick="location.href='/a'"><td>One</td></tr>`,
    `<tr onclick="location.href='/a'"><a href="/a"><td>One</td></a></tr>`,
  ],
  ['<router-link to="/a">One</router-link>', '<router-link to="/a"><a href="/a">One</a></router-link>'],
  [
    '<acme-card url="/a" headline="One" date="2026-11-10"/>',
    '<acme-card url="/a" headline="One" date="2026-11-10"/><a href="/a">One<time datetime="2026-11-10"></time></a>',
  ],
  ['<div data-href="/a"><div>One</div></div>', '<div data-href="/a"><a href="/a"><div>One</div></a></div>'],
])('a link is added: %s', (html, expected) => expect(withScriptedLinks(html)).toBe(expected))

test.each([
  ['an ordinary link', '<div data-url="/api/list"><a href="/a">One</a></div>'],
  ['a picture', '<img data-href="/a">'],
  ['a title without an address', '<acme-card headline="One"></acme-card>'],
  ['an address of an ordinary element', '<div to="/a" onclick="open()">One</div>'],
])('nothing is added to %s', (_, html) => expect(withScriptedLinks(html)).toBe(html))

test('of nested elements, only the inner ones become links', () => {
  expect(withScriptedLinks('<ul data-url="/all"><li data-href="/a">One</li><li data-href="/b">Two</li></ul>')).toBe(
    '<ul data-url="/all"><li data-href="/a"><a href="/a">One</a></li><li data-href="/b"><a href="/b">Two</a></li></ul>',
  )
})

test('an attribute cannot add markup of its own', () => {
  expect(withScriptedLinks(`<acme-card href='/"><b>' title="<i>One"></acme-card>`)).toContain(
    '<a href="/&quot;&gt;&lt;b&gt;">&lt;i&gt;One</a>',
  )
})

test('an address is read from a script', () => {
  expect(scriptedAddress(`window.location = "/a"`)).toBe('/a')
  expect(scriptedAddress(`location.replace('/b')`)).toBe('/b')
  expect(scriptedAddress(`window.open('/c')`)).toBe('/c')
  expect(scriptedAddress('console.log(location.href)')).toBeNull()
})

test.each(['<div data-href=/a>', '</div>', '<x-y href=/a ', 'onclick="', '<div onclick="location=\'/a\'">'])(
  'repeated %s is read in linear time',
  async (piece) => {
    const html = (length: number) => `<x-y href="/a">${piece.repeat(Math.floor(length / piece.length))}`
    expect(await growth(html, 600_000, withScriptedLinks)).toBeLessThan(LINEAR)
  },
)
