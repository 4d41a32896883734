import { FIRST_PERSON } from '#domain/updates/mail-words.ts'
import type { Metric } from '#domain/updates/update.ts'
import type { Note } from './asides.ts'
import { clausesOf, piecesOf } from './clauses.ts'
import { customersIn, type Found, growthIn, runwayIn } from './counts.ts'
import { valueOf } from './labels.ts'
import { plain } from './markup.ts'
import { moneyIn } from './money.ts'
import { peopleIn } from './people.ts'
import { currentOf, type Stated } from './recency.ts'
import { rivalsIn } from './rivals.ts'
import { type Statement, statementsOf } from './statements.ts'
import { tableMetrics } from './tables.ts'
import { isUncertain } from './words.ts'

type Company = { id: number; name: string }
type Email = { text: string; sentAt: Date }

/** Leaves out sentences about the user's other companies. */
export function metricsOf(email: Email, companyId: number | null, companies: Company[]): Metric[] {
  const own = companies.filter(({ id }) => id === companyId)
  const others = companies.filter(({ id }) => id !== companyId)
  return metricsIn(email, (sentence) => {
    const isAboutOwn = FIRST_PERSON.test(sentence) || own.some((company) => isIn(sentence, company))
    return isAboutOwn || !others.some((other) => isIn(sentence, other))
  })
}

const isWithinWord = (sentence: string, at: number) => /^[\p{L}\p{N}]{2}$/u.test(sentence.slice(at - 1, at + 1))

function isIn(sentence: string, { name }: { name: string }): boolean {
  const at = sentence.indexOf(name)
  return at >= 0 && !(at > 0 && isWithinWord(sentence, at)) && !isWithinWord(sentence, at + name.length)
}

/** The current metrics that a founder states about their own company. */
export function metricsIn({ text, sentAt }: Email, isOwn: (sentence: string) => boolean = () => true): Metric[] {
  const rivals = rivalsIn(text)
  const found = statementsOf(text)
    .flatMap((statement) => statedIn(statement, sentAt))
    .filter(({ sentence }) => isOwn(sentence) && !rivals.some((name) => sentence.includes(name)))
  return [...Map.groupBy(found, ({ kind }) => kind).values()].flatMap((statements) => currentOf(statements, sentAt))
}

function statedIn(statement: Statement, sentAt: Date): Stated[] {
  if ('table' in statement) return tableMetrics(statement.table, sentAt)
  const { sentence, entry } = statement
  if (/[?？]\s*$/.test(sentence)) return []
  const { clauses, notes } = clausesOf(plain(sentence))
  const said = clauses.flatMap(({ text, whole }) => [
    ...piecesOf(text).flatMap((piece, at, pieces) => [
      ...moneyIn(piece, sentAt, pieces.slice(0, at).join('')),
      ...runwayIn(piece),
    ]),
    ...peopleIn(text),
    ...customersIn(text),
    ...growthIn(whole),
  ])
  const noted = notes.flatMap((note) => notedIn(note, sentAt))
  const isRead = !entry || said.some(({ kind }) => kind === entry.label.kind) || clauses.length === 0
  const labeled = isRead ? null : valueOf(entry.label, entry.value)
  return [...said, ...noted, ...(labeled ? [labeled] : [])].map((found) => ({ ...found, sentence }))
}

/** In parentheses, only what can't be a customer's: "Cash: $1.2M (14 months of runway)", but not "Acme ($48k ARR)". */
function notedIn({ text, isBesideMetric }: Note, sentAt: Date): Found[] {
  const isEarlier = /\b(?:was|were|from|vs|last|prev)\b/i.test(text)
  if (isEarlier || isUncertain(text)) return []
  return [...(isBesideMetric ? moneyIn(text, sentAt) : []), ...runwayIn(text)]
}
