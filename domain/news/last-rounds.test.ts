import { expect, test } from 'vitest'
import { lastRounds } from './last-rounds.ts'

const names = ['Ash', 'Birch', 'Cork', 'Dogwood', 'Elm'].map((name, at) => ({ id: at + 1, name }))
const standing = (companyId: number, roundAt: string | null, tone: 'good' | 'bad' = 'good') => ({
  companyId,
  roundAt,
  standing: { word: 'Growing', tone },
})

test('the last round is the latest of what was confirmed and what I invested, longest ago first', () => {
  const standings = [
    standing(1, '2026-05-01T10:00:00.000Z'),
    standing(2, '2025-01-01T10:00:00.000Z'),
    standing(4, null),
  ]
  const stakes = [
    { companyId: 1, investedOn: '2020-02-01' },
    { companyId: 2, investedOn: '2025-06-01' },
    { companyId: 2, investedOn: null },
    { companyId: 3, investedOn: '2021-03-01' },
  ]
  expect(lastRounds({ names, standings, stakes })).toEqual({
    rounds: [
      { companyId: 3, name: 'Cork', at: '2021-03-01', isOwn: true },
      { companyId: 2, name: 'Birch', at: '2025-06-01', isOwn: true },
      { companyId: 1, name: 'Ash', at: '2026-05-01', isOwn: false },
    ],
    unknown: 2,
  })
})

test('a company that has ended is left out', () => {
  const standings = [standing(1, '2026-05-01T10:00:00.000Z', 'bad')]
  expect(lastRounds({ names: names.slice(0, 1), standings, stakes: [] })).toEqual({ rounds: [], unknown: 0 })
})
