import { expect, test } from 'vitest'
import { ProfileChange } from './profile.ts'
import { greetingName } from '../messages.ts'

test.each([
  [{ firstName: 'Ada', email: 'ada@example.com' }, 'Ada'],
  [{ firstName: ' ', email: 'ada.l@example.com' }, 'Ada'],
  [{ firstName: 'maria.keller', email: 'maria.keller@example.com' }, 'Maria'],
  [{ firstName: 'de Groot', email: 'maria.keller@example.com' }, 'de Groot'],
  [{ firstName: null, email: 'j.smith+news@example.com' }, 'Smith'],
  [{ firstName: null, email: 'x@example.com' }, 'X'],
  [{ firstName: null, email: '+@example.com' }, 'Investor'],
  [{ firstName: null, email: '' }, 'Investor'],
  [null, 'Investor'],
])('the greeting name for %j is %j', (user, name) => {
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
