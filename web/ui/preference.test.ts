// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { createPreference } from './preference.ts'
import './theme.ts'

beforeEach(() => localStorage.clear())

/** Simulates the event that a browser sends to every tab except the one that wrote. */
function chosenElsewhere(key: string, newValue: string) {
  localStorage.setItem(key, newValue)
  dispatchEvent(new StorageEvent('storage', { key, newValue }))
}

test('a choice is stored in the browser and announced', () => {
  const seen: (string | null)[] = []
  const preference = createPreference('sample', (value) => seen.push(value))
  expect(preference.read()).toBeNull()
  preference.write('on')
  expect(createPreference('sample').read()).toBe('on')
  expect(seen).toEqual(['on'])
})

test('a choice made in another tab is picked up', () => {
  const seen: (string | null)[] = []
  createPreference('sample', (value) => seen.push(value))
  chosenElsewhere('other', 'off')
  chosenElsewhere('sample', 'off')
  expect(seen).toEqual(['off'])
})

test('the theme changes when it is changed in another tab', () => {
  chosenElsewhere('theme', 'dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
  chosenElsewhere('theme', 'light')
  expect(document.documentElement.dataset.theme).toBeUndefined()
})
