import type { NewsSummary } from '#domain/news/new-stories.ts'
import type { Morning, MorningEvent } from '#domain/news/morning/morning.ts'
import type { Profile } from '#domain/account/profile.ts'
import type { Company } from '#domain/companies/company.ts'
import type { Coverage, CoverageEntry } from '#domain/news/coverage.ts'
import type { BriefSection, CompanyWithNews, PublishedBrief } from '#domain/news/briefs.ts'
import type { Billing } from '#domain/billing/subscriptions.ts'
import type { CompanyStory } from '#domain/news/stories.ts'
import { DAY_MS } from '#domain/time.ts'

export const sampleCompany = (change: Partial<Company> = {}): Company => ({
  id: 1,
  name: 'Cedar Robotics',
  website: 'https://cedar.example',
  category: null,
  stage: null,
  investmentDate: null,
  logoUrl: null,
  sample: false,
  createdAt: '2026-01-02T12:00:00Z',
  updatedAt: '2026-01-02T12:00:00Z',
  ...change,
})

export const sampleRow = (change: Partial<CompanyWithNews> = {}): CompanyWithNews => ({
  id: 1,
  name: 'Cedar Robotics',
  website: 'https://cedar.example',
  logoUrl: null,
  createdAt: '2026-01-02T12:00:00Z',
  hasNews: false,
  latestNews: null,
  ...change,
})

/** `sampleSection('Funding', ['Raised $18 million', 1])` */
export const sampleSection = (
  heading: string,
  ...sentences: [text: string, ...citations: number[]][]
): BriefSection => ({ heading, sentences: sentences.map(([text, ...citations]) => ({ text, citations })) })

export const sampleBrief = (change: Partial<PublishedBrief> = {}): PublishedBrief => ({
  id: 1,
  content: '**Funding**\n- Raised $18 million [1]',
  sections: [sampleSection('Funding', ['Raised $18 million', 1])],
  status: 'extractive',
  sources: [],
  sentences: 1,
  verified: 1,
  model: null,
  publishedAt: '2026-03-10T10:00:00Z',
  createdAt: '2026-03-10T10:00:00Z',
  ...change,
})

export const sampleStory = (change: Partial<CompanyStory> = {}): CompanyStory => ({
  id: 1,
  roots: [change.id ?? 1],
  linkedAt: '2026-03-10T10:05:00Z',
  denied: [],
  isNew: false,
  sentences: [],
  title: 'Cedar raises $18 million',
  publishedAt: '2026-03-10T10:00:00Z',
  section: 'Financial Updates',
  eventType: 'raise',
  certainty: 'stated',
  weight: 0.95,
  direction: 'up',
  extractedFacts: null,
  isPrimary: true,
  evidence: ['“Cedar Robotics” in the title'],
  articles: [
    {
      id: 1,
      title: change.title ?? 'Cedar raises $18 million',
      url: 'https://press.example/1',
      publisher: 'The Press',
      publishedAt: '2026-03-10T10:00:00Z',
      precision: 'second',
      kind: 'press',
      source: 'press',
      language: null,
      statements: [],
    },
  ],
  ...change,
})

export const sampleProfile = (change: Partial<Profile> = {}): Profile => ({
  id: 'user-1',
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: null,
  profileImageUrl: null,
  role: 'user',
  subscriptionStatus: 'trial',
  stripeCustomerId: null,
  stripeSubscriptionId: null,
  trialEndsAt: new Date(Date.now() + 10.5 * DAY_MS).toISOString(),
  usesModel: true,
  wantsReminders: true,
  createdAt: '2026-01-02T12:00:00Z',
  updatedAt: '2026-01-02T12:00:00Z',
  entitlement: { hasAccess: true, reason: 'trial', endsAt: '2030-01-01T00:00:00Z', renewsAt: null },
  ...change,
})

export const sampleEntry = (change: Partial<CoverageEntry> = {}): CoverageEntry => ({
  source: 'company-site',
  label: 'Company website',
  address: 'https://cedar.example/feed.xml',
  state: 'empty',
  problem: null,
  checkedAt: '2026-03-10T10:00:00Z',
  goodAt: '2026-03-10T10:00:00Z',
  nextAt: '2026-03-10T12:30:00Z',
  failingSince: null,
  ...change,
})

export const sampleCoverage = (change: Partial<Coverage> = {}): Coverage => ({
  state: 'quiet',
  goodAt: '2026-03-10T10:00:00Z',
  nextAt: '2026-03-10T12:30:00Z',
  entries: [sampleEntry()],
  ...change,
})

export const NO_BILLING: Billing = {
  plan: null,
  status: null,
  currentPeriodEnd: null,
  cancelAt: null,
  card: null,
  invoices: [],
}

/** A portfolio of three companies, one of which has the new stories. */
export const sampleSummary = ({ stories = [], ...change }: Partial<NewsSummary> = {}): NewsSummary => ({
  asOf: '2026-03-02T09:00:00.000Z',
  since: null,
  companies: 3,
  eventId: null,
  newStories: stories.length,
  hasMore: false,
  newCompanies: 1,
  stories,
  newRoots: stories.flatMap(({ roots }) => roots),
  muted: [],
  ...change,
})

export const sampleEvent = (change: Partial<MorningEvent> = {}): MorningEvent => ({
  id: 1,
  roots: [change.id ?? 1],
  companyId: 1,
  companyName: 'Fernway Mobility',
  eventType: 'closure',
  kind: 'Shutdown',
  isAlarming: true,
  isReported: false,
  date: '2026-11-18T00:00:00.000Z',
  precision: 'day',
  sentence:
    'Fernway Mobility is shutting down and will end all rentals on December 31, chief executive Lena Brandt told customers.',
  name: 'Fernway Mobility',
  quotedFrom: 'Trade Courier',
  language: null,
  short: 'to shut down',
  corrects: null,
  sources: ['Company website', 'Trade Courier', 'Harbor Business Daily', 'The Valley Wire'].map((name, at) => ({
    name,
    url: `https://press.example/fernway/${at + 1}`,
  })),
  also: [],
  stake: { amount: '$20,000', rest: ' from May 2021 at $30M post-money' },
  mark: null,
  isNew: true,
  ...change,
})

const source = (name: string) => ({ name, url: `https://press.example/${encodeURIComponent(name)}` })

/** Four of the seven events of a Thursday. */
export const sampleEvents = (): MorningEvent[] => [
  sampleEvent(),
  sampleEvent({
    id: 2,
    companyId: 2,
    companyName: 'Tideline Energy',
    eventType: 'raise',
    kind: 'Funding',
    isAlarming: false,
    date: '2026-11-19T00:00:00.000Z',
    sentence:
      'Tideline Energy has raised $42 million in a Series C led by Alder Pass Ventures, at $210 million post-money.',
    name: 'Tideline Energy',
    short: 'has raised $42M',
    sources: ['Company website', 'SEC Form D', 'Startup Ledger', 'Morning Tech', 'The Valley Wire'].map(source),
    also: [
      { kind: 'Leadership', short: 'named Anke Dorn head of grid', date: '2026-11-18T00:00:00.000Z', storyId: 21 },
    ],
    stake: { amount: '$25,000', rest: ' from Sep 2020 at $68M post-money' },
    mark: {
      text: 'This round values it at 3.1x your entry',
      detail: '$210M against your $68M, before dilution.',
    },
  }),
  sampleEvent({
    id: 3,
    companyId: 3,
    companyName: 'Cedar Robotics',
    eventType: 'raise',
    kind: 'Funding',
    isAlarming: false,
    isReported: true,
    date: '2026-11-19T00:00:00.000Z',
    sentence:
      'Cedar Robotics is in talks to raise about $50 million at a $400 million valuation, two people told Startup Ledger.',
    name: 'Cedar Robotics',
    quotedFrom: 'Startup Ledger',
    short: 'to raise about $50M',
    sources: [source('Startup Ledger')],
    stake: { amount: '$50,000', rest: ' from Jan 2023 at $8M cap' },
  }),
  sampleEvent({
    id: 4,
    companyId: 4,
    companyName: 'Brightmoor Security',
    eventType: 'acquisition',
    kind: 'Correction',
    isAlarming: false,
    date: '2026-11-19T00:00:00.000Z',
    sentence: 'The company is not for sale and holds no talks, its founder Lena Oduwale said.',
    name: null,
    language: 'German',
    quotedFrom: 'Harbor Business Daily',
    short: 'not for sale',
    corrects: {
      title: 'Halvard Systems about to buy Brightmoor',
      outlet: 'Valley & Coast',
      date: '2026-11-14T00:00:00.000Z',
    },
    sources: [source('Harbor Business Daily')],
    stake: null,
  }),
]

export const sampleMorning = (change: Partial<Morning> = {}): Morning => ({
  asOf: '2026-11-19T07:02:00.000Z',
  day: '2026-11-19',
  since: 'yesterday morning',
  companies: 29,
  newCompanies: 12,
  events: sampleEvents(),
  earlier: [],
  earlierPeriod: 'week',
  lines: [],
  moreLines: 0,
  quiet: 17,
  needs: [],
  ...change,
})
