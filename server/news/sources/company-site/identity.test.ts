import { expect, test } from 'vitest'
import { nameOnSite } from './identity.ts'

const home = 'https://getmercury.example/'
const site = { name: 'getmercury.example', domain: 'getmercury.example' }
const titled = (value: string) => [{ kind: 'title' as const, value, foundAt: home }]

test('the first name that a site states is its name, and slogans are not', () => {
  const slogan = 'The very best way to move your money around the whole world'
  expect(
    nameOnSite(site, [
      ...titled('Banking | Getmercury'),
      { kind: 'name', value: slogan, foundAt: home },
      { kind: 'name', value: 'Mercury', foundAt: home },
    ]),
  ).toBe('Mercury')
  expect(nameOnSite(site, [])).toBeNull()
})

test('a part of the title is the name if it says the domain or what somebody typed', () => {
  expect(nameOnSite(site, titled('Get Mercury — Banking for startups'))).toBe('Get Mercury')
  expect(nameOnSite(site, titled('Mercury | Banking for startups'))).toBeNull()
  expect(nameOnSite({ ...site, typed: ['mercury'] }, titled('Mercury | Banking for startups'))).toBe('Mercury')
})
