import { expect, test } from 'vitest'
import { identityCard } from './identity.ts'

test('facts are merged, each with every place where it was found', () => {
  const home = 'https://acme.example/'
  const card = identityCard({ name: 'Acme Inc', domain: 'acme.example' }, [
    { kind: 'title', value: 'Payments for all | Acme', foundAt: home },
    { kind: 'description', value: 'We move money.', foundAt: home },
    { kind: 'name', value: 'ACME', foundAt: 'https://acme.example/about' },
    { kind: 'name', value: 'Acme Payments Ltd', foundAt: home },
    { kind: 'name', value: 'The very best way to move your money around the whole world', foundAt: home },
    { kind: 'person', value: 'Ann Lee', foundAt: home },
    { kind: 'lever', value: 'acme', foundAt: 'https://acme.example/careers' },
    { kind: 'feed', value: 'https://acme.example/feed', foundAt: home },
    { kind: 'feed', value: 'https://acme.example/feed', foundAt: 'https://acme.example/blog' },
  ])
  expect(card).toMatchObject({
    title: { value: 'Payments for all | Acme', foundAt: [home] },
    names: [
      { value: 'ACME', foundAt: ['https://acme.example/about', home] },
      { value: 'Acme Payments Ltd', foundAt: [home] },
    ],
    people: [{ value: 'Ann Lee' }],
    boards: [{ kind: 'lever', value: 'acme', foundAt: ['https://acme.example/careers'] }],
    feeds: [{ value: 'https://acme.example/feed', foundAt: [home, 'https://acme.example/blog'] }],
    github: null,
  })
  expect(identityCard({ name: 'X', domain: null }, [])).toMatchObject({ title: null, names: [] })
})
