import { expect, test } from 'vitest'
import { emailParts } from './email-parts.ts'
import { linkIn, ownAddress } from './outbox.tsx'

test('an email is parsed into its elements, without its head and with entities decoded', () => {
  const html = `<!doctype html><html><head><meta charset="utf-8"><title>Not shown</title></head><body><p style='margin:0 0 8px;font:13px/1.5 "Inter",sans-serif'>Tom &amp; &lt;Ann&gt;<br><a href="/a?b=1&amp;c=2">go</a></p></body></html>`
  expect(emailParts(html)).toEqual([
    {
      tag: 'html',
      href: null,
      style: {},
      parts: [
        {
          tag: 'body',
          href: null,
          style: {},
          parts: [
            {
              tag: 'p',
              href: null,
              style: { margin: '0 0 8px', font: '13px/1.5 "Inter",sans-serif' },
              parts: [
                'Tom & <Ann>',
                { tag: 'br', href: null, style: {}, parts: [] },
                { tag: 'a', href: '/a?b=1&c=2', style: {}, parts: ['go'] },
              ],
            },
          ],
        },
      ],
    },
  ])
})

test('styles keep their names as the browser knows them, and addresses in them are dropped', () => {
  const html = `<p style='text-underline-offset:3px;background:url(https://x.example/pixel);--x:1;color:#111'>x</p>`
  expect(emailParts(html)).toEqual([
    { tag: 'p', href: null, style: { textUnderlineOffset: '3px', color: '#111' }, parts: ['x'] },
  ])
})

test('emails link to our own origin only', () => {
  const origin = 'http://localhost:3000'
  expect(ownAddress('http://localhost:3000/auth/v1/verify?token=1', origin)).toContain('/verify?token=1')
  expect(ownAddress('http://evil.example/', origin)).toBeNull()
  expect(ownAddress('javascript:alert(1)', origin)).toBeNull()
  expect(linkIn({ text: 'Open:\nhttp://evil.example/x and nothing else' }, origin)).toBeNull()
  expect(linkIn({ text: 'Open:\nhttp://localhost:3000/x\n' }, origin)).toBe('http://localhost:3000/x')
})
