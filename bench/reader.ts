import { factValue } from '../domain/news/fact-text.ts'
import { parseConfig } from '../server/config/config.ts'
import { classifyAnswered, classifyArticle, type Classification } from '../server/news/engine/classify-article.ts'
import { pressCases, verdictOn, type PressCase } from '../server/news/reading/cases/press-cases.ts'
import { match } from '../server/news/match/match.ts'
import { connectModel } from '../server/news/model/client.ts'
import type { Model } from '../server/news/model/model.ts'
import { readingRequest } from '../server/news/reading/model/reading-request.ts'
import { withoutPromptInjection } from '../server/news/verify/plain-line.ts'
import { printMeasurement } from './measure/measure.ts'

const AT_ONCE = 4
const LONGEST_TEXT = 3000
const NO_MODEL =
  'reader, model: skipped. Set AI, AI_MODEL and AI_API_KEY, or AI=openai-compatible and AI_BASE_URL for a local server'

type Read = { one: PressCase; classification: Classification }

/** The local reader, and with `-- model` a language model on top of it, on the same cases and by the same check. */
export async function run(parts: string[] = []): Promise<void> {
  const settings = parts.includes('model') ? parseConfig(process.env).model : null
  for (const half of ['development', 'held-out'] as const) {
    const cases = pressCases(half)
    const local = cases.map((one) => ({ one, classification: classifyArticle(taskOf(one)) }))
    print(`reader, local, ${half}`, local)
    const due = local.filter(({ classification }) => classification.modelReads === 'due')
    printMeasurement(
      `reader, ${half}: given to a model by AI_READS=unsure`,
      (100 * due.length) / cases.length,
      '% of cases',
    )
    printMeasurement(
      `reader, ${half}: wrong among those, local`,
      (100 * wrongIn(due)) / Math.max(1, wrongIn(local)),
      '% of all wrong',
    )
    if (settings) await measureModel(connectModel(settings), half, local)
  }
  if (parts.includes('model') && !settings) console.log(NO_MODEL)
}

async function measureModel(model: Model, half: string, local: Read[]): Promise<void> {
  const sum = { failures: 0, stated: 0, refused: 0, tokens: 0 }
  const read = async ({ one, classification }: Read): Promise<Read> => {
    const task = taskOf(one)
    const shown = {
      title: withoutPromptInjection(task.title),
      text: withoutPromptInjection(task.text).slice(0, LONGEST_TEXT),
    }
    const { company, otherNames, publisher, publishedAt } = task
    const description = one.company.description ?? null
    const asked = await model.ask(
      readingRequest({
        company: { name: company, otherNames, description },
        article: { ...shown, publisher, publishedAt },
      }),
    )
    sum.tokens += (asked.tokens?.input ?? 0) + (asked.tokens?.output ?? 0)
    if ('trouble' in asked.outcome) {
      sum.failures += 1
      return { one, classification }
    }
    const checked = classifyAnswered({ ...task, description, shown, answer: asked.outcome.answer })
    sum.stated += checked.stated
    sum.refused += checked.refused
    return { one, classification: checked.classification }
  }
  const done: Read[] = []
  for (let from = 0; from < local.length; from += AT_ONCE)
    done.push(...(await Promise.all(local.slice(from, from + AT_ONCE).map(read))))
  print(`reader, ${model.name}, ${half}`, done)
  const unsure = done.map((each, at) => (local[at]?.classification.modelReads === 'due' ? each : (local[at] ?? each)))
  print(`reader, ${model.name} where unsure, ${half}`, unsure)
  printMeasurement(`reader, ${model.name}, ${half}: tokens`, sum.tokens / local.length, 'each')
  printMeasurement(`reader, ${model.name}, ${half}: without an answer`, (100 * sum.failures) / local.length, '%')
  printMeasurement(`reader, ${model.name}, ${half}: claims refused`, (100 * sum.refused) / Math.max(1, sum.stated), '%')
}

function taskOf(one: PressCase) {
  const { about, primary } = match(one.company, one)
  return {
    title: one.title,
    text: one.text ?? '',
    publisher: one.publisher ?? null,
    publishedAt: one.publishedAt,
    kind: 'press',
    facts: {},
    isPrimary: about && primary,
    isOwn: false,
    company: one.company.name,
    otherNames: one.company.aliases ?? [],
  }
}

const verdictsOf = (read: Read[]) =>
  read.map(({ one, classification: { eventType, extractedFacts } }) =>
    verdictOn(one, {
      event: eventType === 'mention' ? null : eventType,
      facts: extractedFacts.map((fact) => ({ kind: fact.kind, value: factValue(fact) })),
    }),
  )

const wrongIn = (read: Read[]) => verdictsOf(read).filter(({ isRight }) => !isRight).length

function print(name: string, read: Read[]): void {
  const verdicts = verdictsOf(read)
  const rate = (is: (verdict: (typeof verdicts)[number]) => boolean) => verdicts.filter(is).length / verdicts.length
  printMeasurement(
    `${name}: event`,
    rate((one) => one.isEvent),
    '',
  )
  printMeasurement(
    `${name}: complete`,
    rate((one) => one.isComplete),
    '',
  )
  printMeasurement(
    `${name}: nothing foreign`,
    rate((one) => one.isClean),
    '',
  )
  printMeasurement(
    `${name}: all of it`,
    rate((one) => one.isRight),
    '',
  )
}
