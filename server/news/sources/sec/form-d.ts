import { line } from '../../formats/fields.ts'
import { every, first, readXml, type XmlElement } from '../../formats/xml/xml-tree.ts'
import type { FoundItem } from '../../formats/found-item.ts'
import { indexAddress, type Filing } from './filing.ts'

/** Amounts are in dollars. */
export type FormD = {
  issuer: string
  cik: string
  previousNames: string[]
  /** Null if the form doesn't say. */
  offered: number | 'indefinite' | null
  sold: number | null
  investors: number | null
  /** A date, `yet to occur`, or null. */
  firstSale: string | null
  industry: string
  /** A fund, not an operating company. */
  isFund: boolean
  place: string
  isAmendment: boolean
  /** Each is "Name, relationships". */
  people: string[]
}

const MAX_PEOPLE = 30

/** Null if the document isn't a Form D. Nesting varies, so elements are found by name. */
export function parseFormD(bytes: Buffer, contentType?: string): FormD | null {
  const root = readXml(bytes, contentType)
  const issuer = root && (first(root, 'primaryIssuer') ?? first(root, 'issuerInfo'))
  const offering = root && (first(root, 'offeringData') ?? root)
  const name = issuer ? valueOf(issuer, 'entityName') : ''
  if (!root || !issuer || !offering || name === '') return null
  const amounts = first(offering, 'offeringSalesAmounts') ?? offering
  const offered = valueOf(amounts, 'totalOfferingAmount')
  return {
    issuer: name,
    cik: valueOf(issuer, 'cik').replace(/^0+/, ''),
    previousNames: previousNamesOf(issuer),
    offered: /^indefinite$/i.test(offered) ? 'indefinite' : amountIn(offered),
    sold: amountIn(valueOf(amounts, 'totalAmountSold')),
    investors: amountIn(valueOf(offering, 'totalNumberAlreadyInvested')),
    firstSale: firstSaleOf(offering),
    industry: valueOf(offering, 'industryGroupType'),
    isFund: /^pooled investment fund/i.test(valueOf(offering, 'industryGroupType')),
    place: [valueOf(issuer, 'city'), valueOf(issuer, 'stateOrCountryDescription')].filter(Boolean).join(', '),
    isAmendment: isTrue(valueOf(offering, 'isAmendment')) || valueOf(root, 'submissionType').endsWith('/A'),
    people: relatedPeople(root),
  }
}

const valueOf = (element: XmlElement, name: string) => line(first(element, name)?.text, 200)

const isTrue = (text: string) => /^(?:true|1|y|yes)$/i.test(text)

export function amountIn(text: string): number | null {
  const digits = text.replaceAll(/[$,\s]/g, '')
  return /^\d{1,15}(?:\.\d{1,2})?$/.test(digits) ? Number(digits) : null
}

const previousNamesOf = (issuer: XmlElement) =>
  ['issuerPreviousNameList', 'edgarPreviousNameList']
    .flatMap((list) => first(issuer, list)?.children ?? [])
    .map(({ text }) => line(text, 200))
    .filter((name) => name !== '' && !/^none$/i.test(name))
    .slice(0, 10)

function firstSaleOf(offering: XmlElement): string | null {
  const date = first(offering, 'dateOfFirstSale')
  if (!date) return null
  const value = valueOf(date, 'value') || line(date.text, 40)
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return value
  return isTrue(valueOf(date, 'yetToOccur')) || /yet to occur/i.test(value) ? 'yet to occur' : null
}

const relatedPeople = (root: XmlElement) =>
  every(root, 'relatedPersonInfo')
    .slice(0, MAX_PEOPLE)
    .map((person) => {
      const names = ['firstName', 'middleName', 'lastName'].map((part) => valueOf(person, part))
      const name = names.filter((part) => /\p{L}/u.test(part) && !/^(?:n\/a|none)$/i.test(part)).join(' ')
      const roles = every(person, 'relationship').map(({ text }) => line(text, 60).toLowerCase())
      return name && [name, ...roles.filter(Boolean)].join(', ')
    })
    .filter(Boolean)

export function filingItem(filing: Filing, document: FormD | null, origin: string): FoundItem {
  const { publishedAt, precision, form, cik, accession } = filing
  const issuer = document?.issuer ?? filing.issuer
  const isAmendment = document?.isAmendment ?? form.endsWith('/A')
  return {
    url: indexAddress(filing, origin),
    title: `${issuer} ${isAmendment ? 'amended its notice' : 'filed a notice'} of a private offering${headline(document)}`,
    text: document ? sentences(document) : '',
    publishedAt,
    precision,
    publisher: 'SEC',
    language: 'en',
    kind: 'filing',
    facts: { form, cik, accession, issuer, ...(document && factsOf(document)) },
  }
}

export const dollars = (amount: number) => `$${amount.toLocaleString('en-US', { maximumFractionDigits: 0 })}`

function headline(document: FormD | null): string {
  if (!document) return ''
  const { sold, offered } = document
  if (sold !== null && sold > 0)
    return typeof offered === 'number' ? `: ${dollars(sold)} sold of ${dollars(offered)}` : `: ${dollars(sold)} sold`
  return typeof offered === 'number' && offered > 0 ? `: ${dollars(offered)} offered` : ''
}

function sentences({
  issuer,
  offered,
  sold,
  investors,
  firstSale,
  industry,
  place,
  people,
  isAmendment,
}: FormD): string {
  const sale =
    firstSale === 'yet to occur' ? 'The first sale is yet to occur.' : firstSale && `First sale on ${firstSale}.`
  return [
    `${issuer}${place && ` (${place})`} told the SEC of a private offering of securities on Form D${isAmendment ? ', as an amendment' : ''}.`,
    offered === 'indefinite' && 'The total offering amount is indefinite.',
    typeof offered === 'number' && `Total offering amount: ${dollars(offered)}.`,
    sold !== null && `Sold so far: ${dollars(sold)}.`,
    investors !== null && investors > 0 && `Investors so far: ${investors}.`,
    sale,
    industry && `Industry: ${industry}.`,
    people.length > 0 && `Related persons: ${people.join('; ')}.`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** Leaves out unknown values, so that null isn't mistaken for none. */
function factsOf({ offered, sold, investors, firstSale, industry, place, people, previousNames, isAmendment }: FormD) {
  const facts: FoundItem['facts'] = { people, previousNames, amendment: isAmendment ? 'yes' : 'no' }
  const known = { offered, sold, investors, firstSale, industry: industry || null, place: place || null }
  for (const [name, value] of Object.entries(known)) if (value !== null) facts[name] = value
  return facts
}
