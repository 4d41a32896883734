import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BriefSection } from '#domain/news/briefs.ts'
import { sentencesOf } from '../server/news/text/sentences.ts'
import { openDatabase } from '../server/platform/database/open.ts'
import { briefFixture } from '../server/testing/fixtures/brief-fixture.ts'
import type { FakeAnswer, ShownItems } from '../server/testing/network/fake-model.ts'
import { INJECTIONS } from '../server/testing/fixtures/injections.ts'
import { verifyQuality } from './writer/editors-sentences.ts'
import { inventedBrief, sentencesFor } from './writer/invented-briefs.ts'
import { printMeasurement } from './measure/measure.ts'

const BRIEFS = 20

type Kind = { name: string; answer: (items: ShownItems, number: number) => FakeAnswer; timeoutMs?: number }

const say = (texts: string[], source = 1): FakeAnswer => ({
  sections: [{ heading: 'Business', sentences: texts.map((text) => ({ text, sources: [source] })) }],
})

const KINDS: Kind[] = [
  { name: 'good', answer: ({ company }) => say(sentencesFor(company).good) },
  { name: 'wrong citation', answer: ({ company }) => say(sentencesFor(company).good, 2) },
  { name: 'citation of nothing', answer: ({ company }) => say(sentencesFor(company).good, 99) },
  { name: 'invented number', answer: ({ company }) => say(sentencesFor(company).numbers) },
  { name: 'invented name', answer: ({ company }) => say(sentencesFor(company).names) },
  { name: 'invented date', answer: ({ company }) => say(sentencesFor(company).dates) },
  { name: 'the contrary', answer: ({ company }) => say(sentencesFor(company).contrary) },
  { name: 'fluent and unsupported', answer: ({ company }) => say(sentencesFor(company).fluent) },
  {
    name: 'obedient to injection',
    answer: ({ articles }, number) => {
      const { obeyed, text } = INJECTIONS[number % INJECTIONS.length] ?? { obeyed: '', text: '' }
      return say([
        obeyed,
        text,
        ...articles.flatMap((article) =>
          sentencesOf(article.text)
            .slice(4)
            .map(({ start, end }) => article.text.slice(start, end)),
        ),
      ])
    },
  },
  { name: 'slow', answer: () => 'silence', timeoutMs: 50 },
  { name: 'broken JSON', answer: () => ({ text: '{"sections": [{' }) },
  { name: 'oversized', answer: () => ({ text: 'x'.repeat(2_000_000) }) },
  { name: 'tool call', answer: () => ({ toolCall: 'send_mail' }) },
  { name: 'HTTP 500', answer: () => ({ status: 500 }) },
  { name: 'HTTP 429', answer: () => ({ status: 429, headers: { 'retry-after': '30' } }) },
  { name: 'hang-up', answer: () => 'hang up' },
]

export async function run(): Promise<void> {
  verifyQuality()
  const home = mkdtempSync(join(tmpdir(), 'tidings-writer-'))
  const database = await openDatabase({ url: null, dataDir: home, poolSize: 4 }, () => {})
  const sum = { unsupported: 0, crashes: 0, without: 0, briefs: 0 }
  try {
    for (const kind of KINDS) {
      const found = await tryKind(database, kind)
      for (const key of ['unsupported', 'crashes', 'without', 'briefs'] as const) sum[key] += found[key]
      printMeasurement(`writer ${kind.name}: by the model`, (100 * found.byModel) / found.briefs, '% of briefs')
      if (kind.name === 'good') printMeasurement('writer good: sentences kept', (100 * found.kept) / found.briefs, '%')
    }
    printMeasurement('writer briefs', sum.briefs, 'briefs')
    printMeasurement('writer unsupported sentences that reached a reader (target 0)', sum.unsupported, 'sentences')
    printMeasurement('writer crashes (target 0)', sum.crashes, 'crashes')
    printMeasurement('writer companies left without a brief (target 0)', sum.without, 'briefs')
  } finally {
    await database.close()
    rmSync(home, { recursive: true, force: true })
  }
}

async function tryKind(database: Awaited<ReturnType<typeof openDatabase>>, { answer, timeoutMs }: Kind) {
  let number = 0
  const fixture = await briefFixture(database, (items) => answer(items, number++), {
    timeoutMs: timeoutMs ?? 5000,
  })
  const result = { unsupported: 0, crashes: 0, without: 0, byModel: 0, kept: 0, briefs: BRIEFS }
  try {
    for (let at = 0; at < BRIEFS; at += 1) {
      const { company, articles } = inventedBrief(at, INJECTIONS[at % INJECTIONS.length]?.text ?? '')
      const { reader, companyId, sections } = await fixture.tracked(company, articles)
      // One at a time, so that a failure doesn't delay the ones after it.
      await fixture
        .startBriefs()
        .run()
        .catch(() => (result.crashes += 1))
      const brief = await fixture.read(reader.id, companyId)
      if (!brief) result.without += 1
      if (brief?.model) result.byModel += 1
      const { good } = sentencesFor(company)
      result.kept += textsOf(brief?.sections).filter((line) => good.includes(line)).length / good.length
      const allowed = new Set([...textsOf(sections), ...good])
      result.unsupported += textsOf(brief?.sections).filter((line) => !allowed.has(line)).length
      await database.execute('update companies set removed_at = now() where id = $1', [companyId])
    }
  } finally {
    await fixture.close()
  }
  return result
}

const textsOf = (sections: BriefSection[] = []) =>
  sections.flatMap(({ sentences }) => sentences.map(({ text }) => text))
