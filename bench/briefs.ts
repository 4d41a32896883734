import { z } from 'zod'
import { filterLine } from '../server/news/engine/filters.ts'
import { statesFact } from '../domain/news/states-fact.ts'
import { pressCases } from '../server/news/reading/cases/press-cases.ts'
import { createReader } from '../server/news/reading/reader.ts'
import { briefCases, verdictOn, type BriefCase } from '../server/news/summarize/cases/brief-cases.ts'
import { sentencesOf } from '../server/news/text/sentences.ts'
import { printMeasurement } from './measure/measure.ts'

const Answer = z.object({ content: z.string() })

/** Whether a brief says what an investor needs, and nothing stale or foreign, compared with each article's first sentence. */
export async function run(): Promise<void> {
  for (const half of ['development', 'held-out'] as const) {
    const cases = briefCases(half)
    const ours = cases.map((one) => ({ one, brief: briefOf(one) }))
    // Whoever reads the held-out half can no longer measure with it.
    if (half === 'development')
      for (const { one, brief } of ours) {
        const { missing, unwanted, isRight } = verdictOn(one, brief)
        if (!isRight) console.log(`${one.id}  missing: ${missing.join('; ')}  unwanted: ${unwanted.join('; ')}`)
      }
    const found = print(`briefs, ${half}`, ours)
    const plain = print(
      `briefs, ${half}, first sentences`,
      cases.map((one) => ({ one, brief: firstSentences(one) })),
    )
    printMeasurement(`briefs, ${half}: facts found/first sentences (target ≥ 1.4)`, found / plain, 'ratio')
    printMeasurement(`briefs, ${half}: without a fact that the product states (target ≤ 0.02)`, incomplete(half), '')
  }
}

function briefOf({ id, company, articles }: Pick<BriefCase, 'id' | 'company' | 'articles'>): string {
  const { content } = Answer.parse(JSON.parse(filterLine('summarize', JSON.stringify({ id, company, articles }))))
  // Headings and citation markers aren't part of what the brief says.
  return content.replaceAll(/^\*\*.*\*\*$/gm, '').replaceAll(/(?: ?\[\d+\])+$/gm, '')
}

/** Of one article each, whose facts stand beside the brief wherever the product shows it. */
function incomplete(half: 'development' | 'held-out'): number {
  const stated = pressCases(half).flatMap(({ id, company, title, text, publisher, publishedAt }) => {
    const article = { title, text: text ?? '', url: 'https://press.example/1', publisher, publishedAt }
    const { facts } = createReader(company)({ ...article, isPrimary: true })
    const brief = facts.length > 0 && article.text !== '' ? briefOf({ id, company, articles: [article] }) : ''
    const isOwn = (name: string) => company.name.includes(name)
    const missing = facts.filter((fact) => !statesFact(brief, fact) && !('name' in fact && isOwn(fact.name)))
    if (brief !== '' && missing.length > 0 && half === 'development')
      console.log(`${id}  not in its brief: ${JSON.stringify(missing)}`)
    return brief === '' ? [] : [missing.length]
  })
  return stated.filter((missing) => missing > 0).length / stated.length
}

const firstSentences = ({ articles }: BriefCase): string =>
  articles
    .map(({ text }) => {
      const [first] = sentencesOf(text)
      return first ? text.slice(first.start, first.end) : ''
    })
    .join('\n')

/** Returns the share of facts found. */
function print(name: string, written: { one: BriefCase; brief: string }[]): number {
  const verdicts = written.map(({ one, brief }) => verdictOn(one, brief))
  const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0)
  const wanted = sum(written.map(({ one }) => one.must.length))
  const found = wanted - sum(verdicts.map(({ missing }) => missing.length))
  const share = (count: number) => (count / written.length).toFixed(3)
  const words = sum(written.map(({ brief }) => brief.split(/\s+/).length)) / written.length
  console.log(
    `${name}: ${written.length} briefs, found ${(found / wanted).toFixed(3)} of ${wanted} facts, clean ${share(verdicts.filter(({ isClean }) => isClean).length)}, complete and clean ${share(verdicts.filter(({ isRight }) => isRight).length)}, ${words.toFixed(0)} words each`,
  )
  return found / wanted
}
