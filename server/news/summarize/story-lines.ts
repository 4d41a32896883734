import { DAY_MS } from '#domain/time.ts'
import { foldedWords, stemOf, STOP_WORDS } from '../text/words.ts'
import type { CompanyNames } from '../verify/other-company.ts'
import { withoutMarkers } from '../verify/plain-line.ts'
import { chooseSentences } from './choose-sentences.ts'
import { correctionLines, isTakenBack, refutationOf, timeOf, type Refutation } from './corrections.ts'
import { contentOf, eventsIn, SAME_FACT, sharedShare, type BriefLines } from './repetition.ts'
import { isQuotableTitle, isUnattributed, sourceSentences, type SourceSentence } from './source-sentences.ts'
import type { BriefStory, SummaryArticle } from './summarize.ts'

export type StorySentence = { text: string; article: SummaryArticle }
export type CurrentStory = BriefStory & { refutations: Refutation[]; takenBack: SummaryArticle[] }

const LONGEST_TITLE = 300
const TITLE_WORDS = 40
const TITLE_OPENING = 25
const MAX_WORDS = 100
/** The share of a headline's content words that a sentence must contain to state the same event. */
const STATES_HEADLINE = 0.4
const LEADS_ON_HEADLINE = 0.1

type Rules = { names: CompanyNames; lines: BriefLines; max: number }

/** A sentence that says what the headline says, or the headline itself; corrections come first. */
export function openingLines(story: CurrentStory, { names, lines, max }: Rules): StorySentence[] {
  const corrections = story.refutations.flatMap((refutation) =>
    correctionLines(refutation, story.takenBack, names.all).map((text) => ({
      text: plainTitle(text),
      article: refutation.article,
    })),
  )
  const opened: StorySentence[] = []
  for (const line of corrections)
    if (opened.length < Math.max(1, max) && lines.add(foldedWords(line.text, MAX_WORDS))) opened.push(line)
  const members = believedMembers(story)
  if (opened.length > 0 || members.length === 0) return opened
  const first = eventLines(members, { names, lines, max: 1 })
  return first.length > 0 ? first : eventLines(members, { names, lines: { ...lines, add: lines.addStory }, max: 1 })
}

/** Lines that add something to a story's opening lines. */
export function furtherLines(
  story: CurrentStory,
  opened: readonly StorySentence[],
  { names, lines, max }: Rules,
): StorySentence[] {
  const members = believedMembers(story)
  const rules = { names, lines, max: max - opened.length }
  if (opened.length === 0 || rules.max <= 0) return []
  const opening = opened.flatMap(({ text }) => foldedWords(text, MAX_WORDS))
  const more = { ...rules, opening, last: opened.at(-1), mayOpen: () => true }
  if (story.refutations.length === 0) return members.length === 0 ? [] : chosenFrom(members, more)
  // What comes of a deal that was called off is news, too.
  const denying = story.refutations.flatMap(({ article, isCorrection }) => (isCorrection ? [] : [article]))
  const sequel = denying.length === 0 ? [] : chosenFrom(denying, more)
  const left = rules.max - sequel.length
  return [...sequel, ...(members.length > 0 && left > 0 ? eventLines(members, { ...rules, max: left }) : [])]
}

const believedMembers = ({ members, takenBack, refutations }: CurrentStory) =>
  members.filter((each) => !takenBack.includes(each) && !refutations.some(({ article }) => article === each))

type Choice = Rules & {
  opening: readonly string[]
  last?: StorySentence | undefined
  mayOpen: (sentence: SourceSentence) => boolean
}

function chosenFrom(
  members: readonly SummaryArticle[],
  { names, lines, max, opening, last: opened, mayOpen }: Choice,
): StorySentence[] {
  const sentences = members.flatMap((each, index) => sourceSentences(each, index, names))
  const last = sentences.find(({ text, article }) => text === opened?.text && members[article] === opened.article)
  const titles = members.map(({ title }) => foldedWords(title, TITLE_WORDS))
  const chosen = chooseSentences(sentences, titles, { max, opening, last, mayOpen, add: lines.add })
  return inReadingOrder(chosen, last).flatMap(({ text, article }): StorySentence[] => {
    const source = members[article]
    return source ? [{ text, article: source }] : []
  })
}

/** After the opening, each article's sentences in its own order, so that "it" and "the deal" still have their meaning. */
function inReadingOrder(chosen: readonly SourceSentence[], last: SourceSentence | undefined): SourceSentence[] {
  const opening = last ?? chosen[0]
  if (!opening) return []
  const articles = [...new Set([opening.article, ...chosen.map(({ article }) => article)])]
  const comesBefore = ({ article, place }: SourceSentence) =>
    Number(article === opening.article && place < opening.place)
  const rest = chosen
    .filter((each) => each !== opening)
    .toSorted(
      (a, b) =>
        articles.indexOf(a.article) - articles.indexOf(b.article) ||
        comesBefore(a) - comesBefore(b) ||
        a.place - b.place,
    )
  return last ? rest : [opening, ...rest]
}

function eventLines(members: readonly SummaryArticle[], rules: Rules): StorySentence[] {
  const { names, lines } = rules
  const open = (line: StorySentence): StorySentence[] => {
    const opening = foldedWords(line.text, MAX_WORDS)
    if (!lines.add(opening)) return []
    return [line, ...chosenFrom(members, { ...rules, max: rules.max - 1, opening, last: line, mayOpen: () => true })]
  }
  const statement = statementOf(members)
  const stating = statement ? open(statement) : []
  if (stating.length > 0) return stating
  const headline = headlineOf(members, names)
  const isAny = names.all.length === 0
  if (!headline) return chosenFrom(members, { ...rules, opening: [], mayOpen: ({ isNaming }) => isNaming || isAny })
  const stated = contentOf(headline.text, names.all)
  const happened = eventsIn(foldedWords(headline.text, MAX_WORDS))
  // The first sentence usually says what the headline says, in other words.
  const statesHeadline = ({ words, isNaming, place }: SourceSentence) =>
    (isNaming && !names.isNamedIn(headline.text)) ||
    (isNaming && place === 0 && !eventsIn(words).isDisjointFrom(happened)) ||
    coveredBy(words, stated) >= (isNaming && place === 0 ? LEADS_ON_HEADLINE : STATES_HEADLINE) * stated.size
  const mayOpen = (sentence: SourceSentence) => statesHeadline(sentence) && !/^["“«]/.test(sentence.text)
  const chosen = chosenFrom(members, { ...rules, opening: [], mayOpen })
  return chosen.length > 0 ? chosen : open(headline)
}

function statementOf(members: readonly SummaryArticle[]): StorySentence | null {
  const article = members.find(({ statement }) => statement !== undefined && statement.length <= LONGEST_TITLE)
  return article?.statement === undefined ? null : { text: article.statement, article }
}

/** The headline that shares the most with the others; one that names the company is preferred. */
function headlineOf(members: readonly SummaryArticle[], names: CompanyNames): StorySentence | null {
  const titled = members.filter((each) => isQuotableTitle(each, names))
  const contents = titled.map(({ title }) => contentOf(title, names.all))
  const scores = titled.map(({ title }, at) => {
    const own = contents[at] ?? new Set<string>()
    const shared = contents.reduce((sum, other) => sum + sharedShare(own, other), 0) / contents.length
    const isAboutIt = names.isNamedIn(title.slice(0, TITLE_OPENING))
    return shared + Number(names.isNamedIn(title)) + Number(isAboutIt) / 2 - Number(isUnattributed(title))
  })
  const best = titled[scores.indexOf(Math.max(...scores))]
  return best ? { text: plainTitle(best.title), article: best } : null
}

function coveredBy(words: readonly string[], stated: ReadonlySet<string>): number {
  const covered = new Set<string>()
  for (const word of words) {
    if (STOP_WORDS.has(word)) continue
    const stem = stemOf(word)
    if (stated.has(stem)) covered.add(stem)
  }
  return covered.size
}

export const plainTitle = (title: string) =>
  withoutMarkers(title.slice(0, LONGEST_TITLE).replaceAll(/\s*[\n\t]\s*/g, ' ')).trim()

const DAYS_APART = 7
const MIN_SHARED = 3
const MONEY = /\p{Sc}\s?\d[\d.,]*\s?(?:million|billion|trillion|thousand|[mbk]n?\b)?/giu
const LEAD = 400

/** One event is one story under one heading, even if its articles were clustered separately. */
export function joinedByEvent(stories: readonly BriefStory[], names: CompanyNames): BriefStory[] {
  const joined: { story: BriefStory; event: StoryEvent }[] = []
  for (const story of stories.toSorted((a, b) => b.rank - a.rank)) {
    const event = eventOf(story, names)
    const same = joined.find((other) => isSameEvent(other.event, event))
    if (!same) joined.push({ story, event })
    else {
      same.story = {
        id: same.story.id,
        label: same.story.label,
        section: same.story.section ?? story.section,
        rank: same.story.rank,
        members: [...same.story.members, ...story.members],
        facts: [...(same.story.facts ?? []), ...(story.facts ?? [])],
      }
      same.event = eventOf(same.story, names)
    }
  }
  return joined.map(({ story }) => story)
}

type StoryEvent = { titles: Set<string>[]; sums: Set<string>; times: number[] }

function eventOf({ members }: BriefStory, names: CompanyNames): StoryEvent {
  const leads = members.map(({ title, text = '' }) => `${title}\n${text.slice(0, LEAD)}`)
  return {
    titles: members.map(({ title }) => contentOf(title, names.all)),
    sums: new Set(leads.flatMap((lead) => (lead.match(MONEY) ?? []).map(sumOf))),
    times: members.map(timeOf),
  }
}

const sumOf = (written: string) =>
  written
    .toLowerCase()
    .replaceAll(/[\s,]|\.$/g, '')
    .replace(/(\d[mb])(?:illion|n)$/, '$1')

function isSameEvent(a: StoryEvent, b: StoryEvent): boolean {
  const apart = Math.min(...a.times.flatMap((time) => b.times.map((other) => Math.abs(time - other))))
  if (apart > DAYS_APART * DAY_MS) return false
  if ([...a.sums].some((sum) => b.sums.has(sum))) return true
  return a.titles.some((title) =>
    b.titles.some((other) => {
      const share = sharedShare(title, other)
      return share >= SAME_FACT && share * Math.min(title.size, other.size) >= MIN_SHARED
    }),
  )
}

const JOBS_CUT = /(\d[\d,]*) (?:of its )?(?:jobs|people|employees|workers|staff|roles|positions)\b/
const OF_LAYOFFS = /\b(?:lay(?:s|ing)? off|laid off|layoffs|cuts?|jobs?)\b/i
/** "Employees say" isn't the company. */
const BY_COMPANY = /(?<!(?:employees|staff|workers|sources|insiders) )\b(?:confirms?|confirmed|says?|said)\b(?! to\b)/i

const jobsCutIn = ({ title, text = '' }: SummaryArticle) =>
  OF_LAYOFFS.test(title) ? JOBS_CUT.exec(`${title}\n${text.slice(0, LEAD)}`)?.[1] : undefined

/** Once the company says how many jobs it cut, earlier estimates aren't news. */
function outdatedCounts(members: readonly SummaryArticle[]): Set<SummaryArticle> {
  const counted = members.filter((each) => jobsCutIn(each) !== undefined)
  const [confirmed] = counted.filter(({ title }) => BY_COMPANY.test(title)).toSorted((a, b) => timeOf(b) - timeOf(a))
  if (!confirmed) return new Set()
  const isOutdated = (each: SummaryArticle) => {
    const age = timeOf(confirmed) - timeOf(each)
    return age > 0 && age < 2 * DAYS_APART * DAY_MS && jobsCutIn(each) !== jobsCutIn(confirmed)
  }
  return new Set(counted.filter(isOutdated))
}

/** Anything that was later corrected, retracted or denied isn't reported again, whichever story it's in. */
export function withoutTakenBack(stories: readonly BriefStory[], names: CompanyNames): CurrentStory[] {
  const refuting = stories.map(({ members }) => members.flatMap((each) => refutationOf(each, names) ?? []))
  const isRefuting = new Set(refuting.flat().map(({ article }) => article))
  const outdated = outdatedCounts(stories.flatMap(({ members }) => members))
  return stories.map((story, at): CurrentStory => {
    const takenBack = story.members.filter(
      (each) =>
        outdated.has(each) ||
        (!isRefuting.has(each) &&
          refuting.some((own, from) =>
            own.some((refutation) => isTakenBack(each, refutation, { isSameStory: from === at, names: names.all })),
          )),
    )
    // An article that reports it again after a denial may know more.
    const isRepeatedLater = (refutation: Refutation) =>
      story.members.some(
        (each) =>
          !isRefuting.has(each) &&
          timeOf(each) > timeOf(refutation.article) &&
          isTakenBack({ ...each, publishedAt: refutation.article.publishedAt }, refutation, {
            isSameStory: true,
            names: names.all,
          }),
      )
    const refutations = (refuting[at] ?? []).filter((each) => each.isCorrection || !isRepeatedLater(each))
    return { ...story, refutations, takenBack }
  })
}
