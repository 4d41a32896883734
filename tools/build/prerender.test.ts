import { expect, test } from 'vitest'
import { missingPages, refuseMissingPages } from './prerender.ts'

const wanted = ['/', '/privacy-policy', '/guides', '/guides/*']

test('a page that was not rendered, and a list without entries, are missing', () => {
  expect(missingPages(['/', '/privacy-policy', '/guides', '/guides/your-data'], wanted)).toEqual([])
  expect(missingPages(['/', '/guides'], wanted)).toEqual(['/privacy-policy', '/guides/*'])
})

test('a build that lacks pages is rejected, naming them', () => {
  expect(() => refuseMissingPages(['/', '/guides'], wanted)).toThrow(
    'Not rendered: /privacy-policy, /guides/*. Is the folder content/ complete?',
  )
})
