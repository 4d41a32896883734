// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { createNotificationLog, forgetNotifications } from './notification-log.ts'

beforeEach(() => localStorage.clear())

const titles = (log: ReturnType<typeof createNotificationLog>) => log.list().messages.map(({ title }) => title)
const stored = () => localStorage.getItem('tidings-notifications')

/** A browser sends this event to every tab except the one that wrote. */
const anotherTabWrote = () => dispatchEvent(new StorageEvent('storage', { key: 'tidings-notifications' }))

test('the log keeps the last fifty messages, newest first, without their actions', () => {
  const log = createNotificationLog(() => 1000)
  log.keepFor('ada')
  for (let number = 1; number <= 60; number += 1)
    log.add({ title: `Message ${number}`, action: { label: 'Undo', onSelect: () => {} } })
  expect(log.list().messages).toHaveLength(50)
  expect(log.list().messages[0]).toEqual({ title: 'Message 60', id: 1059 })
})

test('messages survive a reload, including those from before sign-in', () => {
  const log = createNotificationLog()
  log.add({ title: 'Link expired' })
  log.keepFor('ada')
  log.add({ title: 'Company added' })
  log.markRead()
  const later = createNotificationLog()
  later.keepFor('ada')
  later.keepFor('ada')
  expect(titles(later)).toEqual(['Company added', 'Link expired'])
  expect(later.list().readUpTo).toBe(later.list().messages[0]!.id)
})

test("a user never sees another user's messages", () => {
  const log = createNotificationLog()
  log.keepFor('ada')
  log.add({ title: 'Welcome' })
  log.keepFor('ben')
  expect(titles(log)).toEqual([])
  const reopened = createNotificationLog()
  reopened.keepFor('ada')
  expect(titles(reopened)).toEqual([])
})

test('nothing is stored without a user or after they leave', () => {
  const log = createNotificationLog()
  log.add({ title: 'Link expired' })
  expect(stored()).toBeNull()
  const leave = log.keepFor('ada')
  leave()
  forgetNotifications()
  log.add({ title: 'Account deleted' })
  expect(stored()).toBeNull()
  expect(titles(log)).toEqual(['Account deleted'])
})

test('two tabs show the same messages and the same unread count', () => {
  const [here, there] = [createNotificationLog(), createNotificationLog()]
  here.keepFor('ada')
  there.keepFor('ada')
  here.add({ title: 'Added here' })
  there.add({ title: 'Added there' })
  anotherTabWrote()
  expect(titles(here)).toEqual(['Added there', 'Added here'])
  expect(titles(there)).toEqual(titles(here))
  there.markRead()
  anotherTabWrote()
  expect(here.list().readUpTo).toBe(here.list().messages[0]!.id)
  here.clear()
  anotherTabWrote()
  expect(titles(there)).toEqual([])
  expect(new Set(titles(here)).size).toBe(0)
})

test.each(['not JSON', '{"user":"ada"}', '{"user":"ada","messages":[null,{"id":"1","title":"x"},{"id":2}]}'])(
  'unreadable storage counts as empty: %s',
  (text) => {
    localStorage.setItem('tidings-notifications', text)
    const log = createNotificationLog()
    log.keepFor('ada')
    expect(log.list()).toEqual({ messages: [], readUpTo: 0 })
  },
)
