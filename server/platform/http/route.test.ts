import { expect, test } from 'vitest'
import { endpoint, nothing } from '#domain/endpoint.ts'
import { route } from './route.ts'

const definition = endpoint({
  method: 'post',
  path: '/api/things',
  access: 'entitled',
  tag: 'Things',
  summary: 'Change things',
  answer: nothing('Changed'),
})

test('a route that changes something cannot be opened to API keys', () => {
  expect(() => route({ ...definition, scope: 'news:read' })).toThrow('/api/things: API keys and support only read')
  expect(() => route({ ...definition, method: 'get', scope: 'news:read' })).not.toThrow()
})
