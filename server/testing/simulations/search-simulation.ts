import { DAY_MS } from '#domain/time.ts'
import { askEvery, learn } from '../../news/sources/licensed-search/licensed-search.ts'
import { searchedSince } from '../../news/sources/licensed-search/search-apis.ts'
import type { Random } from '../seeded-random.ts'

/** What nobody has measured; `bench/spending.ts` says which of these come from data. */
export type Assumptions = {
  /** Stories per company and month: the median, and the spread of its logarithm. */
  storiesAMonth: { median: number; spread: number }
  /** The share of stories that feeds, company sites and keyless services find at no cost. */
  foundForFree: number
  /** How many of the outlets that are not polled a search service knows. */
  indexed: number
  /** How often a request returns a story that the service knows, for a name of its own and for one that others share. */
  returned: { rare: number; shared: number }
  sharedNames: number
  /** How often each outlet is the one that reports; its own index is drawn per outlet. */
  outlets: number[]
}

export type Portfolio = { users: number; companiesEach: number; isPaidFor: boolean }
export type Spending = { dollarsPerMonth: number; dollarsPerCompany: number; dollarsPerRequest: number }
export type Outcome = {
  requests: number
  dollars: number
  stories: number
  free: number
  searched: number
  mostDollarsInMonth: number
}

const MONTH_DAYS = 30
const WARM_UP_MONTHS = 1
const MONTH_S = 30 * 24 * 60 * 60
const RECENT_DAYS = 14
const NEW_DAYS = 7
const QUIET_DAYS = 60
const FIRST_WEEK = 7

type Story = { day: number; isFree: boolean; isIndexed: boolean; isFound: boolean }
type Company = {
  rate: number
  isShared: boolean
  stories: Story[]
  nextDay: number
  askedDay: number | null
  found: number
  linked: number
  form: number
  misses: number
  spent: number
  everySeconds: number
}

/** The product's own schedule over invented news; months after the first count. */
export function simulateSearch(
  { users, companiesEach, isPaidFor }: Portfolio,
  { dollarsPerMonth, dollarsPerCompany, dollarsPerRequest }: Spending,
  assumed: Assumptions,
  random: Random,
  months = 6,
): Outcome {
  const knows = assumed.outlets.map(() => random() < assumed.indexed)
  const companies = Array.from({ length: users * companiesEach }, () => companyOf(assumed, random))
  const outcome: Outcome = { requests: 0, dollars: 0, stories: 0, free: 0, searched: 0, mostDollarsInMonth: 0 }
  let spent = 0
  for (let day = 0; day < months * MONTH_DAYS; day += 1) {
    if (day % MONTH_DAYS === 0) {
      outcome.mostDollarsInMonth = Math.max(outcome.mostDollarsInMonth, spent)
      spent = 0
      for (const company of companies) company.spent = 0
    }
    const counts = day >= WARM_UP_MONTHS * MONTH_DAYS
    const demand = demandOf(companies, dollarsPerRequest) / Math.max(1e-6, dollarsPerMonth)
    for (const company of companies) {
      if (random() < company.rate / MONTH_DAYS) {
        const isFree = random() < assumed.foundForFree
        company.stories.push({
          day,
          isFree,
          isIndexed: knows[outletOf(assumed.outlets, random)] ?? false,
          isFound: false,
        })
        if (counts) outcome.stories += 1
        if (counts && isFree) outcome.free += 1
      }
      const isAffordable =
        spent + dollarsPerRequest <= dollarsPerMonth + 1e-9 &&
        company.spent + dollarsPerRequest <= dollarsPerCompany + 1e-9
      if (company.nextDay > day || !isAffordable) continue
      spent += dollarsPerRequest
      company.spent += dollarsPerRequest
      const fresh = ask(company, day, demand, isPaidFor, assumed, random)
      if (!counts) continue
      outcome.requests += 1
      outcome.dollars += dollarsPerRequest
      outcome.searched += fresh.filter((story) => story.day >= WARM_UP_MONTHS * MONTH_DAYS && !story.isFree).length
    }
  }
  outcome.mostDollarsInMonth = Math.max(outcome.mostDollarsInMonth, spent)
  return outcome
}

function companyOf({ storiesAMonth: { median, spread }, sharedNames }: Assumptions, random: Random): Company {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return {
    rate: median * Math.exp(spread * normal),
    isShared: random() < sharedNames,
    stories: [],
    nextDay: Math.floor(random() * FIRST_WEEK),
    askedDay: null,
    found: 0,
    linked: 0,
    form: 0,
    misses: 0,
    spent: 0,
    everySeconds: MONTH_S / 4,
  }
}

function outletOf(weights: number[], random: Random): number {
  let rest = random() * weights.reduce((sum, weight) => sum + weight, 0)
  return weights.findIndex((weight) => (rest -= weight) < 0)
}

const demandOf = (companies: Company[], dollarsPerRequest: number) =>
  companies.reduce((sum, { everySeconds }) => sum + (dollarsPerRequest * MONTH_S) / everySeconds, 0)

/** One request, scheduled as the product would; returns the stories that it found first. */
function ask(
  company: Company,
  day: number,
  demand: number,
  isPaidFor: boolean,
  assumed: Assumptions,
  random: Random,
): Story[] {
  const dateOf = (at: number) => new Date(at * DAY_MS)
  const askedAt = company.askedDay === null ? null : dateOf(company.askedDay)
  const learned = learn(
    { form: company.form, misses: company.misses, found: Array(company.found).fill(''), askedAt },
    company.linked,
  )
  const since = searchedSince(askedAt, dateOf(day)).getTime() / DAY_MS
  const known = company.stories.filter((story) => story.day >= since)
  // A later form of the query names the trade or the site, and so finds fewer namesakes.
  const share = company.isShared && learned.form === 0 ? assumed.returned.shared : assumed.returned.rare
  const returned = known.filter(({ isIndexed }) => isIndexed && random() < share)
  const fresh = returned.filter(({ isFound }) => !isFound)
  for (const story of returned) story.isFound = true
  const namesakes = company.isShared && learned.form === 0 ? 10 : 1
  const news = company.stories.findLast(({ isFree, isFound }) => isFree || isFound)
  const signals = {
    hasRecentEvent: news !== undefined && day - news.day <= RECENT_DAYS,
    isNew: day < NEW_DAYS,
    isQuiet: !company.stories.some((story) => story.isFree && day - story.day <= QUIET_DAYS),
    isPaidFor,
  }
  Object.assign(company, learned, { askedDay: day, found: returned.length + namesakes, linked: returned.length })
  company.everySeconds = askEvery(signals, learned.misses)
  company.nextDay = day + (company.everySeconds * Math.max(1, demand)) / (24 * 60 * 60)
  return fresh
}
