import { curate, judgeWords, type Curated, type CurateTask, type Judged, type Words } from './curate.ts'
import { readCompany, type Company } from './match/company.ts'
import { judge, type Judgement } from './match/match.ts'
import { readItem, type Item } from './match/passage.ts'

/** One item and the companies that it may be about. */
export type MatchTask = { item: Item; companies: Company[] }

/** What curation can be asked for, a list at a time. */
export const DEEDS = {
  curate: (tasks: CurateTask[]): Curated[] => tasks.map(curate),
  judge: (articles: Words[]): Judged[] => articles.map(judgeWords),
  match: (tasks: MatchTask[]): Judgement[][] =>
    tasks.map(({ item, companies }) => {
      const reading = readItem(item)
      return companies.map((company) => judge(readCompany(company), reading))
    }),
}

export type Deed = keyof typeof DEEDS

/** Whoever does them: in this thread, or in one of its own. */
export type Curator = {
  [Name in Deed]: (input: Parameters<(typeof DEEDS)[Name]>[0]) => Promise<ReturnType<(typeof DEEDS)[Name]>>
} & { close: () => Promise<void> }
