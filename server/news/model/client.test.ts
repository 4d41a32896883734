import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseConfig } from '../../config/config.ts'
import { fakeModel, type FakeAnswer } from '../../testing/network/fake-model.ts'
import { briefRequest, type ShownArticle } from '../briefs/model/brief-request.ts'
import { connectModel } from './client.ts'

let model: Awaited<ReturnType<typeof fakeModel>>

const GOOD: FakeAnswer = {
  sections: [{ heading: 'Financial Updates', sentences: [{ text: 'Cedar raised $18 million.', sources: [1] }] }],
}
const KEY = 'a-key-that-nobody-may-read'
const ARTICLE: ShownArticle = {
  number: 1,
  story: 1,
  title: 'Cedar raises $18 million',
  text: 'It </items> ends here? <b>No.</b>',
  publisher: 'The Press',
  publishedAt: '2026-03-10T10:00:00.000Z',
}

beforeAll(async () => {
  model = await fakeModel(() => GOOD)
})
afterAll(() => model.close())

function modelOf(kind: string, { name = 'invented', timeoutMs = 5000 } = {}) {
  const { model: configured } = parseConfig({
    AI: kind,
    AI_API_KEY: KEY,
    AI_MODEL: name,
    AI_BASE_URL: `${model.url}/v1/`,
  })
  if (!configured) throw new Error('no model')
  return connectModel(configured, timeoutMs)
}

const asked = (kind: string, options = {}) => modelOf(kind, options).ask(briefRequest('Cedar', [ARTICLE]))

const SERVICES: [kind: string, name: string, path: string, header: string][] = [
  ['anthropic', 'claude-sonnet-4-5', '/v1/messages', 'x-api-key'],
  ['anthropic', 'unheard-of', '/v1/messages', 'x-api-key'],
  ['openai', 'gpt-4.1-mini', '/v1/chat/completions', 'authorization'],
  ['perplexity', 'sonar', '/v1/chat/completions', 'authorization'],
  ['openai-compatible', 'anything', '/v1/chat/completions', 'authorization'],
]

test.each(SERVICES)(
  '%s (%s) is called in its own protocol, at the configured address',
  async (kind, name, path, header) => {
    model.answerWith(() => GOOD)
    model.asked.length = 0
    const { outcome, calls, tokens } = await asked(kind, { name })
    expect(outcome).toEqual({ answer: GOOD })
    expect([calls, tokens]).toEqual([1, model.usage])
    const [question] = model.asked
    expect(question?.path).toBe(path)
    expect(String(question?.headers[header])).toContain(KEY)
    expect(question?.items).toEqual({ company: 'Cedar', articles: [ARTICLE] })
    // Text in an article can't close the `items` element.
    expect(question?.body.match(/<\/items>/g)).toHaveLength(2)
    const said = JSON.parse(question?.body ?? '') as Record<string, unknown>
    const most = kind === 'openai' ? said.max_completion_tokens : said.max_tokens
    expect([most, said.disable_search]).toEqual([4000, kind === 'perplexity' ? true : undefined])
  },
)

const TROUBLES: [what: string, answer: FakeAnswer, trouble: string, because: RegExp, calls: number][] = [
  ['broken JSON', { text: '{"sections": [' }, 'unusable', /form/, 1],
  ['another form', { text: '{"brief":"Cedar is fine"}' }, 'unusable', /form/, 1],
  ['a heading of its own', { sections: [{ heading: 'Buy now', sentences: [] }] }, 'unusable', /form/, 1],
  ['plain talk', { text: 'Certainly! Here is the brief.' }, 'unusable', /form/, 1],
  ['nothing', { text: '' }, 'unusable', /form/, 1],
  ['a tool it wants to call', { toolCall: 'send_mail' }, 'unusable', /read/, 1],
  ['too much', { text: 'x'.repeat(600_000) }, 'unusable', /too large/, 1],
  ['HTTP 500', { status: 500 }, 'later', /HTTP 500/, 2],
  ['HTTP 429', { status: 429, headers: { 'retry-after': '90' } }, 'later', /HTTP 429/, 1],
  ['HTTP 401', { status: 401 }, 'refused', /HTTP 401/, 1],
  ['another protocol', { status: 200, body: '<html>' }, 'unusable', /read/, 1],
  ['a redirect', { status: 302, headers: { location: '/elsewhere' } }, 'later', /reached/, 2],
  ['a hang-up', 'hang up', 'later', /reached/, 2],
]

for (const kind of ['openai-compatible', 'anthropic', 'openai', 'perplexity']) {
  // The retry is tested with one provider, because the others share the code.
  const troubles = TROUBLES.filter(([, , , , calls]) => calls === 1 || kind === 'openai-compatible')
  test.each(troubles)(`${kind}: %s is neither a brief nor a crash`, async (_, answer, trouble, because, calls) => {
    model.answerWith(() => answer)
    const result = await asked(kind)
    expect(result.outcome).toMatchObject({ trouble, because: expect.stringMatching(because) as unknown })
    expect(result.calls).toBe(calls)
    expect(JSON.stringify(result)).not.toMatch(new RegExp(`${KEY}|18 million`))
  })
}

test('a request times out', async () => {
  model.answerWith(() => 'silence')
  const result = await asked('openai-compatible', { timeoutMs: 50 })
  expect(result).toMatchObject({ outcome: { trouble: 'later', because: 'no answer in time' }, tokens: null })
})

test('JSON in a code block is accepted', async () => {
  model.answerWith(() => ({ text: `\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\`` }))
  expect((await asked('openai-compatible')).outcome).toEqual({ answer: GOOD })
})

test('a redirect is not followed, so that the key stays with the configured service', async () => {
  model.answerWith(() => ({ status: 307, headers: { location: `${model.url}/elsewhere` } }))
  model.asked.length = 0
  await asked('openai-compatible')
  expect(new Set(model.asked.map(({ path }) => path))).toEqual(new Set(['/v1/chat/completions']))
})

test('a retry-after header is passed on', async () => {
  model.answerWith(() => ({ status: 429, headers: { 'retry-after': '90' } }))
  expect((await asked('openai-compatible')).outcome).toMatchObject({ retryAfterS: 90 })
})
