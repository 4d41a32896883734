import { z } from 'zod'
import { pressCases, verdictOn } from '../server/news/facts/cases/press-cases.ts'
import { filterLine } from '../server/news/engine/filters.ts'

const Answer = z.object({
  event: z.string().nullable(),
  facts: z.array(z.object({ kind: z.string(), value: z.string() })),
})

/** How often the event and the facts of a company are right, with the real matcher. */
export async function run(): Promise<void> {
  for (const half of ['development', 'held-out'] as const) {
    const cases = pressCases(half)
    const verdicts = cases.map((one) => {
      const { expect: _, ...input } = one
      const answer = Answer.parse(JSON.parse(filterLine('facts', JSON.stringify(input))))
      const verdict = verdictOn(one, answer)
      // Whoever reads the held-out half can no longer measure with it.
      if (half === 'development' && !verdict.isRight) console.log(`${one.id}  ${one.title}  ${JSON.stringify(answer)}`)
      return verdict
    })
    const share = (is: (verdict: (typeof verdicts)[number]) => boolean) =>
      (verdicts.filter(is).length / verdicts.length).toFixed(3)
    console.log(
      `facts, ${half}: ${cases.length} articles, event ${share((one) => one.isEvent)}, complete ${share((one) => one.isComplete)}, nothing foreign ${share((one) => one.isClean)}, all of it ${share((one) => one.isRight)}`,
    )
  }
}
