import { EVENT_WEIGHTS, type EventType, type Section } from '#domain/taxonomy.ts'
import type { Certainty, Fact } from '#domain/news/facts.ts'
import { classify } from '../classify/classify.ts'
import type { EventOfCompany } from '../reading/clauses/company-event.ts'
import { checkReading } from '../reading/model/check-reading.ts'
import type { ModelReading } from '../reading/model/reading-request.ts'
import { createExaminer, createReader, type Reading } from '../reading/reader.ts'
import { filingEvent } from './filing-events.ts'

export type Classification = {
  section: Section | null
  eventType: EventType
  certainty: Certainty
  /** Sentences that state the event, word for word. */
  statements: string[]
  weight: number
  direction: 'up' | 'down' | null
  extractedFacts: Fact[]
  /** Events that the article denies, or reports as failed or called off. */
  denied: EventType[]
  /** Whether a language model should read it too, may if it reads all, or has. Null if there is nothing to read. */
  modelReads: 'due' | 'optional' | 'done' | null
}

export type ArticleText = {
  title: string
  text: string
  kind: string
  facts: Record<string, unknown>
  publisher: string | null
  publishedAt: string
  isPrimary: boolean
  /** Written by the company itself. */
  isOwn: boolean
}

export type ClassifyTask = ArticleText & { company: string; otherNames?: string[] | undefined }

type Fixed = Pick<Classification, 'section' | 'eventType' | 'weight'>

const OF_KIND: Partial<Record<string, Fixed>> = {
  jobs: { section: 'Leadership & Team', eventType: 'mention', weight: 0.2 },
  release: { section: 'Technology & Innovation', eventType: 'launch', weight: 0.25 },
}

const SECTION_BY_EVENT_TYPE: Partial<Record<EventType, Section>> = {
  closure: 'Business',
  acquisition: 'Business',
  raise: 'Financial Updates',
  ipo: 'Financial Updates',
  layoffs: 'Leadership & Team',
  departure: 'Leadership & Team',
  legal: 'Business',
  incident: 'Business',
  purchase: 'Business',
  results: 'Financial Updates',
  arrival: 'Leadership & Team',
  partnership: 'Partnerships & Alliances',
}

/** Facts and events are those of the company; an article that only mentions it has none. */
export const classifyArticle = ({ company, otherNames = [], ...article }: ClassifyTask): Classification =>
  classificationOf(article, createReader({ name: company, aliases: otherNames }))

export function classificationOf(article: ArticleText, read: (article: ArticleText) => Reading): Classification {
  const { kind, facts } = article
  const fixed = fixedFor(article)
  if (fixed) {
    const filed = kind === 'filing' ? filedFacts(facts) : []
    return {
      ...fixed,
      certainty: 'stated',
      statements: [],
      direction: filed.some((fact) => fact.kind === 'raised') ? 'up' : fixed.eventType === 'closure' ? 'down' : null,
      extractedFacts: filed,
      denied: [],
      modelReads: null,
    }
  }
  const reading = read(article)
  const classification = asClassification(article, reading)
  return { ...classification, modelReads: !article.isPrimary ? null : isWorthAsking(reading) ? 'due' : 'optional' }
}

function asClassification({ title, text }: ArticleText, reading: EventOfCompany): Omit<Classification, 'modelReads'> {
  const { event, certainty, weight, direction, facts: extractedFacts, denied, evidence } = reading
  const eventType = event ?? 'mention'
  const section = SECTION_BY_EVENT_TYPE[eventType] ?? classify({ title, text }).section
  const statements = event === null ? [] : evidence.filter((sentence) => sentence !== title)
  return { section, eventType, certainty, statements, weight, direction, extractedFacts, denied }
}

/** Money, ownership, closure and people. */
const GRAVE = new Set<EventType>([
  'closure',
  'acquisition',
  'purchase',
  'raise',
  'ipo',
  'layoffs',
  'departure',
  'arrival',
])

const isWorthAsking = ({ event, facts, isUnsure }: Reading) =>
  isUnsure || (event !== null && GRAVE.has(event)) || facts.some((fact) => 'amount' in fact)

/** `shown` is what the model saw of the article. */
export type AnsweredTask = ClassifyTask & {
  description: string | null
  shown: { title: string; text: string }
  answer: ModelReading
}
export type CheckedAnswer = { classification: Classification; stated: number; refused: number }

/** What an article says about the company once a model has read it too. */
export function classifyAnswered({ company, otherNames = [], ...task }: AnsweredTask): CheckedAnswer {
  const { description, shown, answer, ...article } = task
  const known = { name: company, aliases: otherNames, description: description ?? undefined }
  const examined = createExaminer({ name: company, aliases: otherNames })(article)
  const { reading, stated, refused } = checkReading(answer, { ...article, ...shown }, known, examined)
  return { classification: { ...asClassification(article, reading), modelReads: 'done' }, stated, refused }
}

/** What a record states in its fields. */
function filedFacts({ sold, form, person, role }: ArticleText['facts']): Fact[] {
  const certainty = 'stated' as const
  if (typeof sold === 'number' && sold > 0)
    return [{ kind: 'raised', amount: { currency: 'USD', value: sold }, certainty }]
  const kind = form === 'AP01' ? 'joins' : form === 'TM01' ? 'leaves' : null
  return kind === null || typeof person !== 'string' || typeof role !== 'string'
    ? []
    : [{ kind, name: person, role, certainty }]
}

const OF_NEW_SHARES = 0.5

/** For records, whose kind or form says what they report. */
export function fixedFor({ kind, facts }: ArticleText): Fixed | undefined {
  if (kind !== 'filing') return OF_KIND[kind]
  const eventType = filingEvent(facts)
  const section = SECTION_BY_EVENT_TYPE[eventType] ?? 'Financial Updates'
  // Shares are also allotted for options, so this says less than a round does.
  if (facts.form === 'SH01') return { section, eventType, weight: OF_NEW_SHARES }
  // The press says more about the same event, so its articles come first.
  return { section, eventType, weight: EVENT_WEIGHTS[eventType] - 0.05 }
}
