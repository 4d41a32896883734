import { afterEach, expect, test } from 'vitest'
import type { Curator } from './curate.ts'
import { openCurator } from './open-curator.ts'

const open: Curator[] = []
afterEach(() => Promise.all(open.splice(0).map((curator) => curator.close())))

function opened(kind: 'thread' | 'inline'): Curator {
  const curator = openCurator(kind)
  open.push(curator)
  return curator
}

const words = {
  company: 'Cedar Robotics',
  title: 'Cedar Robotics raises $18 million Series A',
  text: '',
  kind: 'press',
  facts: {},
  publisher: 'The Press',
  publishedAt: '2026-03-10T10:00:00.000Z',
  isPrimary: true,
  isOwn: false,
}
const match = {
  item: { title: 'Cedar Robotics raises $18 million', text: '', url: 'https://press.example/1' },
  companies: [{ name: 'Cedar Robotics' }, { name: 'Halden Foods' }],
}

test('a thread gives the same results as inline, even for concurrent calls', async () => {
  const [thread, inline] = [opened('thread'), opened('inline')]
  const asked = (curator: Curator) =>
    Promise.all([
      curator.classify([words, { ...words, title: 'Cedar hires' }]),
      curator.match([match]),
      curator.curate([{ company: 'Cedar', briefArticles: [] }]),
    ])
  expect(await asked(thread)).toEqual(await asked(inline))
  expect((await thread.match([match]))[0]?.map(({ about }) => about)).toEqual([true, false])
})

test('a pending call is rejected when the thread ends, and the next call starts another', async () => {
  const thread = opened('thread')
  const broken = thread.classify([null as never])
  await expect(broken).rejects.toThrow('TypeError')
  const waiting = thread.classify(Array.from({ length: 2000 }, () => words))
  await Promise.all([thread.close(), expect(waiting).rejects.toThrow('the server stops')])
  expect(await thread.classify([words])).toHaveLength(1)
})
