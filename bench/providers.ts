import { fakeModel, type FakeAnswer, type ShownItems } from '../server/testing/network/fake-model.ts'
import { smtpServer } from '../server/testing/network/smtp-server.ts'
import { buildIfStale } from '../tools/build.ts'
import { seedNews, seedPortfolio, settle } from './fixtures/articles.ts'
import { load, type Load, median, printMeasurement } from './measure/measure.ts'
import { withFixture, type Account, type Fixture } from './fixtures/product-database.ts'

const COMPANIES = 50
const NEWS_EACH = 10
const EMAILS = 50
/** Long enough to include a brief run, which happens once a minute. */
const SECONDS = 60
/** Rounds alternate between the moods, so that a busy machine affects all of them. */
const ROUNDS = 2

const MOODS = ['well', 'refusing', 'silent'] as const
type Mood = (typeof MOODS)[number]

/** Read latency while the mail server and the language model work, fail, or don't respond at all. */
export async function run(): Promise<void> {
  await buildIfStale()
  const mail = await smtpServer()
  const model = await fakeModel(answerOf('well'))
  const setMood = (mood: Mood) => {
    mail.state.mood = mood
    model.answerWith(answerOf(mood))
  }
  try {
    await withFixture((fixture) => measure(fixture, setMood), {
      SMTP_URL: mail.url,
      MAIL_FROM: 'news@tidings.example',
      AUTH_CONFIRM_EMAIL: 'off',
      AI: 'openai-compatible',
      AI_MODEL: 'invented',
      AI_BASE_URL: `${model.url}/v1`,
    })
    printMeasurement('providers emails delivered', mail.received.length, 'emails')
    printMeasurement('providers questions to the model', model.asked.length, 'requests')
  } finally {
    mail.close()
    await model.close()
  }
}

async function measure(fixture: Fixture, setMood: (mood: Mood) => void): Promise<void> {
  const reader = await fixture.signUp('reader')
  await seedNews(fixture.database, { trackedCompanies: COMPANIES, articlesEach: NEWS_EACH, briefsEach: 1 })
  await seedPortfolio(fixture.database, reader.id, COMPANIES)
  await settle(fixture.database)
  for (let at = 0; at < EMAILS; at += 1) await fixture.signUp(`forgetful-${at}`)

  const p95: Record<Mood, number[]> = { well: [], refusing: [], silent: [] }
  let errors = 0
  for (let round = 0; round < ROUNDS; round += 1)
    for (const mood of MOODS) {
      setMood(mood)
      const answers = await readDuring(fixture, reader)
      p95[mood].push(answers.p95)
      errors += answers.errors
    }
  for (const mood of MOODS) printMeasurement(`providers ${mood}: p95 of a reader`, median(p95[mood]), 'ms')
  for (const mood of ['refusing', 'silent'] as const)
    printMeasurement(
      `providers ${mood}/well: p95 (limit 1.2)`,
      median(p95[mood].map((ms, round) => ms / (p95.well[round] ?? ms))),
      'ratio',
    )
  printMeasurement('providers failed reads (limit 0)', errors, 'requests')
}

/** Measures reads while emails are being sent and briefs written. */
async function readDuring(fixture: Fixture, reader: Account): Promise<Load> {
  await fixture.database.query(`update briefs set status = 'extractive', model_name = null, model_body = null`)
  const work = Array.from({ length: EMAILS }, (_, at) =>
    post(fixture, '/auth/v1/recover', { email: `forgetful-${at}@example.com` }),
  )
  const [answers] = await Promise.all([
    load(`${fixture.product.url}/api/news/feed`, { connections: 2, seconds: SECONDS, headers: reader.headers }),
    ...work,
  ])
  return answers
}

function answerOf(mood: Mood): (items: ShownItems) => FakeAnswer {
  if (mood === 'refusing') return () => ({ status: 500 })
  if (mood === 'silent') return () => 'silence'
  return ({ articles }) => ({
    sections: [
      {
        heading: 'Latest News',
        sentences: articles.slice(0, 3).map(({ number, title }) => ({ text: `${title}.`, citations: [number] })),
      },
    ],
  })
}

async function post({ product }: Fixture, path: string, body: unknown): Promise<void> {
  const response = await fetch(product.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
}
