import { EVENT_TYPES, type EventType } from '#domain/taxonomy.ts'

const BY_FORM: Partial<Record<string, EventType>> = {
  D: 'raise',
  C: 'raise',
  'C-U': 'raise',
  '1-A': 'raise',
  'S-1': 'ipo',
  'F-1': 'ipo',
  DRS: 'ipo',
  'C-AR': 'results',
  '1-K': 'results',
  '10-Q': 'results',
  '10-K': 'results',
  '20-F': 'results',
  AP01: 'arrival',
  TM01: 'departure',
  SH01: 'raise',
  'overdue accounts': 'legal',
}

/** Whoever is in charge after these, the company has come to its end or is on its way there. */
const ENDS = new Set([
  'compulsory-liquidation',
  'creditors-voluntary-liquidation',
  'members-voluntary-liquidation',
  'in-administration',
  'administration-order',
  'bankruptcy',
  'dissolution',
  'forced-dissolution',
])
const INSOLVENCY = 'insolvency '

/** Items of a current report whose meaning is clear. Item 2.01, for one, may be a purchase or a sale. */
const BY_ITEM: Partial<Record<string, EventType>> = {
  '1.03': 'closure',
  '1.05': 'incident',
  '2.02': 'results',
  '3.02': 'raise',
  '5.01': 'acquisition',
  '5.02': 'departure',
}

/** What a filing reports; of several items, the most significant. */
export function filingEvent({ form, items, listed }: Record<string, unknown>): EventType {
  const name = String(form)
  if (name.startsWith(INSOLVENCY)) return ENDS.has(name.slice(INSOLVENCY.length)) ? 'closure' : 'legal'
  const ofForm = BY_FORM[name.replace(/\/A$/, '')] ?? 'mention'
  const ofItems = (Array.isArray(items) ? items : []).map((code) => BY_ITEM[String(code)])
  if (ofForm === 'ipo' && listed === 'yes') return 'mention'
  return EVENT_TYPES.find((type) => ofItems.includes(type)) ?? ofForm
}
