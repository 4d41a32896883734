import { expect, test } from 'vitest'
import { createNotificationLog } from './toast.tsx'

test('the log keeps the last fifty messages, without their actions', () => {
  const log = createNotificationLog()
  for (let id = 1; id <= 60; id += 1)
    log.add({ title: `Message ${id}`, action: { label: 'Undo', onSelect: () => {} } }, id)
  expect(log.list()).toHaveLength(50)
  expect(log.list()[0]).toEqual({ title: 'Message 60', id: 60, at: expect.any(String) })
})

test('a user never sees the messages of another user', () => {
  const log = createNotificationLog()
  log.add({ title: 'Link expired' }, 1)
  log.keepFor('ada')
  log.add({ title: 'Welcome' }, 2)
  log.keepFor('ada')
  expect(log.list()).toHaveLength(2)
  log.keepFor('ben')
  expect(log.list()).toEqual([])
})
