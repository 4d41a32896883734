import { expect, test } from 'vitest'
import { ProfileChange } from './profile.ts'
import { greetingName } from '../messages.ts'

test.each([
  [{ firstName: 'Ada', email: 'ada@example.com' }, 'Ada'],
  [{ firstName: ' ', email: 'ada.l@example.com' }, 'ada.l'],
  [{ firstName: null, email: '' }, 'Investor'],
  [null, 'Investor'],
])('the greeting of %j is %j', (user, name) => {
  expect(greetingName(user)).toBe(name)
})

test('only names can be changed; permissions are ignored', () => {
  const change = {
    firstName: ' Ada ',
    lastName: '',
    subscriptionStatus: 'active',
    trialEndsAt: '2099-01-01',
    role: 'admin',
  }
  expect(ProfileChange.parse(change)).toEqual({ firstName: 'Ada', lastName: null })
})
