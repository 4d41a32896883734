import { describe, expect, it } from 'vitest'
import { cluster, type ClusterItem } from './cluster.ts'

const item = (id: string, day: number, title: string, text?: string, story?: string): ClusterItem => ({
  id,
  title,
  text,
  publishedAt: new Date(Date.UTC(2026, 2, day)).toISOString(),
  story,
})

const RAISE = item(
  'raise',
  2,
  'Quillon raises $40 million to build quieter heat pumps',
  'Quillon, a maker of heat pumps from Leeds, raised $40 million in a Series B round led by Harrow Capital.',
)
const RAISE_ELSEWHERE = item(
  'raise-2',
  3,
  'Harrow Capital leads $40m Series B for heat pump maker Quillon',
  'The Leeds company Quillon will use the money of the round to open a second factory for its heat pumps.',
)
const BRIDGE = item(
  'bridge',
  3,
  'City council votes to close the old Vantry bridge',
  'Engineers found cracks in the Vantry bridge; the council closes it to lorries from Monday.',
)

describe('cluster', () => {
  it('groups two articles about the same event and leaves others alone', () => {
    expect(cluster([RAISE, BRIDGE, RAISE_ELSEWHERE])).toEqual(['raise', 'bridge', 'raise'])
  })

  it('adds a correction to its story days later', () => {
    const correction = item(
      'fix',
      8,
      `Correction: ${RAISE.title}`,
      `${RAISE.text} An earlier version named another lead.`,
    )
    expect(cluster([RAISE, RAISE_ELSEWHERE, BRIDGE, correction])).toEqual(['raise', 'raise', 'bridge', 'raise'])
  })

  it('keeps another event of the same company separate', () => {
    const hire = item(
      'hire',
      3,
      'Quillon names Marta Oyelaran chief financial officer',
      'Marta Oyelaran joins Quillon from the bank Tessel, where she ran treasury for nine years.',
    )
    const items = [RAISE, RAISE_ELSEWHERE, hire].map((each) => ({ ...each, company: 'Quillon' }))
    expect(cluster(items)).toEqual(['raise', 'raise', 'hire'])
  })

  it('does not drift along a chain of neighbors', () => {
    const words = Array.from({ length: 60 }, (_, n) => `zorb${String.fromCharCode(97 + (n % 26))}${n}`)
    const chain = Array.from({ length: 12 }, (_, n) =>
      item(`c${n}`, 2, words.slice(n * 4, n * 4 + 6).join(' '), words.slice(n * 4, n * 4 + 12).join(' ')),
    )
    const stories = cluster(chain)
    expect(stories[0]).not.toBe(stories[11])
    expect(Math.max(...[...Map.groupBy(stories, (story) => story).values()].map(({ length }) => length))).toBeLessThan(
      6,
    )
  })

  it('keeps an existing story’s name and its members together', () => {
    const known = { ...RAISE, story: 'story-7' }
    const other = { ...BRIDGE, story: 'story-7' }
    expect(cluster([known, other, RAISE_ELSEWHERE])).toEqual(['story-7', 'story-7', 'story-7'])
  })

  it('returns results in input order, regardless of dates', () => {
    expect(cluster([RAISE_ELSEWHERE, BRIDGE, RAISE])).toEqual(['raise', 'bridge', 'raise'])
  })

  it('joins any number of copies of a wire story', () => {
    const copies = Array.from({ length: 900 }, (_, n) => ({ ...RAISE, id: `copy-${n}` }))
    expect(new Set(cluster(copies)).size).toBe(1)
  })

  it('accepts empty, undated and hostile items', () => {
    expect(cluster([])).toEqual([])
    const odd: ClusterItem[] = [
      { id: 'a', title: '' },
      { id: 'b', title: '', text: '', publishedAt: 'yesterday' },
      { id: 'c', title: 'a '.repeat(100_000), text: 'ab'.repeat(500_000) },
      { id: 'd', title: '__proto__ constructor', text: '\u0000\uD800' },
    ]
    expect(cluster(odd)).toHaveLength(4)
  })

  it('joins a reworded report, but not other news from the same industry and town', () => {
    const inOtherWords = item(
      'echo',
      4,
      'Yorkshire firm to build second factory after $40 million round',
      'Harrow Capital has put money into the Leeds company, which says that 200 jobs will follow.',
    )
    const lawsuit = item(
      'lawsuit',
      6,
      'Former engineer sues heat pump maker Quillon over patents',
      'In a filing in Leeds a former engineer claims that two patents on compressors are his.',
    )
    expect(cluster([RAISE, BRIDGE, inOtherWords])).toEqual(['raise', 'bridge', 'raise'])
    expect(cluster([RAISE, BRIDGE, lawsuit])).toEqual(['raise', 'bridge', 'lawsuit'])
  })

  it('keeps articles that recur under the same title every quarter separate', () => {
    const results = (id: string, day: number) => item(id, day, 'Quillon announces results for the quarter')
    expect(cluster([results('first', 1), results('copy', 3)])).toEqual(['first', 'first'])
    expect(cluster([results('first', 1), results('second', 92)])).toEqual(['first', 'second'])
  })

  it('does not join similar articles that are weeks apart', () => {
    const round = (id: string, day: number) => ({
      ...RAISE_ELSEWHERE,
      ...item(id, day, RAISE_ELSEWHERE.title),
    })
    expect(cluster([RAISE, BRIDGE, round('soon', 3)])).toEqual(['raise', 'bridge', 'raise'])
    expect(cluster([RAISE, BRIDGE, round('later', 24)])).toEqual(['raise', 'bridge', 'later'])
  })

  it('treats titles that differ only after 500 characters as the same', () => {
    const long = `${'z'.repeat(99)} `.repeat(5)
    const tail = (letter: string) => Array.from({ length: 40 }, (_, n) => `${letter}orb${n}`).join(' ')
    expect(cluster([item('a', 2, long + tail('z')), item('b', 2, long + tail('q'))])).toEqual(['a', 'a'])
  })
})
