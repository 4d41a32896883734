import { isRecord, line, recordsIn, type JsonRecord } from '../../formats/fields.ts'
import type { FoundItem } from '../../formats/found-item.ts'

export type People = { name: string; role: string }
type Said = { page: string; title: string; facts: FoundItem['facts'] }

/** Each with the field that dates it; what isn't dated isn't news. */
const ENDS: [form: string, dates: string[], happened: string][] = [
  ['bankruptcy', ['konkursdato'], 'is bankrupt'],
  ['dissolution', ['underAvviklingDato'], 'is being dissolved'],
  [
    'forced-dissolution',
    [
      'tvangsavvikletPgaManglendeSlettingDato',
      'tvangsopplostPgaManglendeDagligLederDato',
      'tvangsopplostPgaManglendeRevisorDato',
      'tvangsopplostPgaManglendeRegnskapDato',
      'tvangsopplostPgaMangelfulltStyreDato',
    ],
    'is being dissolved by a court',
  ],
]

export const endsIn = (entry: JsonRecord, company: string): (Said & { day: string })[] =>
  ENDS.flatMap(([form, dates, happened]) => {
    const day = dates.map((field) => line(entry[field], 10)).find((date) => /^\d{4}-\d\d-\d\d$/.test(date))
    const facts = { form: `insolvency ${form}` }
    return day === undefined ? [] : [{ page: form, title: `${company} ${happened}`, facts, day }]
  })

const ROLES: Partial<Record<string, string>> = { DAGL: 'chief executive', LEDE: 'chair' }
const MAX_ROLES = 100

/** Who leads the company now. */
export const peopleIn = ({ rollegrupper: groups }: JsonRecord): People[] =>
  recordsIn(groups, MAX_ROLES).flatMap(({ roller }) =>
    recordsIn(roller, MAX_ROLES).flatMap(({ type, person, fratraadt: hasLeft, avregistrert: isRemoved }) => {
      const role = isRecord(type) ? ROLES[line(type.kode, 10)] : undefined
      const parts = isRecord(person) && isRecord(person.navn) ? person.navn : {}
      const name = [parts.fornavn, parts.mellomnavn, parts.etternavn].map((part) => line(part, 60)).filter(Boolean)
      return role === undefined || name.length < 2 || hasLeft === true || isRemoved === true
        ? []
        : [{ name: name.join(' '), role }]
    }),
  )

/** The register gives no dates, so a change counts from the day on which it is seen. */
export function changedPeople(before: People[] | null, now: People[], company: string): Said[] {
  // An answer without anybody is more likely broken than true.
  if (before === null || now.length === 0) return []
  const without = (those: People[], others: People[]) =>
    those.filter(({ name, role }) => !others.some((other) => other.name === name && other.role === role))
  const said = (form: string, { name, role }: People, title: string): Said => ({
    page: `${form}-${role}-${name}`,
    title,
    facts: { form, person: name, role },
  })
  return [
    ...without(now, before).map((each) => said('AP01', each, `${each.name} becomes ${each.role} of ${company}`)),
    ...without(before, now).map((each) => said('TM01', each, `${each.name} is no longer ${each.role} of ${company}`)),
  ]
}
