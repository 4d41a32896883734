import { expect, test } from 'vitest'
import { EVIDENCE_KINDS, evidencePhrases, reasonsFor, type Evidence } from './evidence.ts'

test.each<[Evidence[], string[]]>([
  [[], []],
  [[{ kind: 'title', value: 'Cedar' }], ['“Cedar” in the title']],
  [[{ kind: 'text', value: 'Cedar' }], ['“Cedar” in the text']],
  [[{ kind: 'text', value: 'Cedar', count: 3 }], ['“Cedar” in the text, 3 times']],
  [[{ kind: 'own-site' }], ['on its own site']],
  [[{ kind: 'own-site', value: 'cedar.example' }], ['on its own site, cedar.example']],
  [[{ kind: 'links-to-site', value: 'cedar.example' }], ['mentions its site, cedar.example']],
  [[{ kind: 'search' }], ['found by its name']],
  [[{ kind: 'feed' }], ['in a feed you added']],
  [
    [
      { kind: 'title', value: 'Cedar Robotics' },
      { kind: 'title', value: 'Cedar' },
      { kind: 'topic', value: 'robots' },
      { kind: 'topic', value: 'warehouse' },
      { kind: 'person', value: 'Ines Okafor' },
      { kind: 'place', value: 'Tartu' },
      { kind: 'place', value: 'Oslo' },
      { kind: 'ambiguous', value: 'Cedar' },
      { kind: 'longer-name' },
      { kind: 'off-topic' },
    ],
    [
      '“Cedar Robotics” in the title',
      '“Cedar” in the title',
      'mentions what it does: robots, warehouse',
      'mentions its people: Ines Okafor',
      'mentions Tartu, Oslo, where it is based',
      '“Cedar” may mean something else',
      'only as part of a longer name',
      'doesn’t mention what the company does',
    ],
  ],
])('%j reads %j', (evidence, phrases) => {
  expect(evidencePhrases(evidence)).toEqual(phrases)
})

test('what speaks against a match is no reason for it', () => {
  expect(
    reasonsFor([{ kind: 'title', value: 'Cedar' }, { kind: 'ambiguous', value: 'Cedar' }, { kind: 'off-topic' }]),
  ).toEqual(['“Cedar” in the title'])
})

test('every kind of evidence has a phrase', () => {
  for (const kind of EVIDENCE_KINDS) expect(evidencePhrases([{ kind, value: 'x' }])).toHaveLength(1)
})
