import type { NewStory, NewsSummary } from '#domain/news/new-stories.ts'
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
      title: 'Cedar raises $18 million',
      url: 'https://press.example/1',
      publisher: 'The Press',
      publishedAt: '2026-03-10T10:00:00Z',
      precision: 'second',
      kind: 'press',
      source: 'press',
      language: null,
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

export const sampleNewStory = (change: Partial<NewStory> = {}): NewStory => ({
  id: 1,
  roots: [1],
  line: 'Raises $18 million',
  publishedAt: '2026-03-02T08:00:00.000Z',
  eventType: 'raise',
  direction: null,
  companyId: 1,
  companyName: 'Cedar',
  label: 'Funding',
  isNamed: false,
  precision: 'second',
  ...change,
})

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

export const sampleMorningEvent = (change: Partial<MorningEvent> = {}): MorningEvent => ({
  id: 1,
  roots: [change.id ?? 1],
  companyId: 1,
  companyName: 'Cedar Robotics',
  eventType: 'raise',
  kind: 'Funding',
  isAlarming: false,
  isReported: false,
  date: '2026-03-10T08:00:00.000Z',
  precision: 'second',
  sentence: 'Cedar Robotics has raised $18 million.',
  name: 'Cedar Robotics',
  quotedFrom: 'The Press',
  language: null,
  short: 'Raised $18 million',
  corrects: null,
  sources: [{ name: 'The Press', url: 'https://press.example/1' }],
  also: [],
  stake: null,
  mark: null,
  isNew: true,
  ...change,
})

export const sampleMorning = (change: Partial<Morning> = {}): Morning => ({
  asOf: '2026-03-10T09:00:00.000Z',
  day: '2026-03-10',
  since: null,
  companies: 3,
  newCompanies: 1,
  events: [],
  earlier: [],
  earlierPeriod: 'week',
  lines: [],
  moreLines: 0,
  quiet: 2,
  needs: [],
  ...change,
})
