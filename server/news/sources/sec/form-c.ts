import { line } from '../../formats/fields.ts'
import { first, readXml, type XmlElement } from '../../formats/xml/xml-tree.ts'
import type { FoundItem } from '../../formats/found-item.ts'
import type { Filing } from './filing.ts'
import { amountIn, dollars } from './form-d.ts'
import { formItem } from './form-titles.ts'

/** A crowdfunding offering. Amounts are in dollars. */
export type FormC = {
  issuer: string
  website: string
  place: string
  /** The funding portal that runs the offering. */
  portal: string
  target: number | null
  maximum: number | null
  deadline: string
  employees: number | null
  revenue: number | null
  netIncome: number | null
}

/** Null if the document isn't a Form C. */
export function parseFormC(bytes: Buffer, contentType?: string): FormC | null {
  const root = readXml(bytes, contentType)
  const issuer = root && first(root, 'issuerInfo')
  const name = issuer ? valueOf(issuer, 'nameOfIssuer') : ''
  if (!root || !issuer || name === '') return null
  const amount = (element: string) => amountIn(valueOf(root, element))
  const deadline = /^(\d{2})[-/](\d{2})[-/](\d{4})$/.exec(valueOf(root, 'deadlineDate'))
  return {
    issuer: name,
    website: valueOf(issuer, 'issuerWebsite'),
    place: [valueOf(issuer, 'city'), valueOf(issuer, 'stateOrCountry')].filter(Boolean).join(', '),
    portal: valueOf(root, 'companyName'),
    target: amount('offeringAmount'),
    maximum: amount('maximumOfferingAmount'),
    deadline: deadline ? `${deadline[3]}-${deadline[1]}-${deadline[2]}` : '',
    employees: amount('currentEmployees'),
    revenue: amount('revenueMostRecentFiscalYear'),
    netIncome: signedAmount(valueOf(root, 'netIncomeMostRecentFiscalYear')),
  }
}

const valueOf = (element: XmlElement, name: string) => line(first(element, name)?.text, 200)

function signedAmount(text: string): number | null {
  const amount = amountIn(text.replace(/^-/, ''))
  return amount !== null && text.startsWith('-') ? -amount : amount
}

export function crowdItem(filing: Filing, document: FormC, origin: string): FoundItem {
  const item = formItem({ ...filing, issuer: document.issuer }, origin)
  const { target, maximum, deadline, employees, revenue, netIncome, portal, place } = document
  const isOffer = /^C(?:\/A)?$/.test(filing.form)
  const range = isOffer ? rangeOf(target, maximum) : ''
  const known = { target, maximum, employees, revenue, netIncome }
  return {
    ...item,
    title: range ? `${item.title}: ${range}` : item.title,
    text: [
      range && `It wants to raise ${range}${portal && ` through ${portal}`}.`,
      isOffer && deadline && `The offering ends on ${deadline}.`,
      employees !== null && `Employees: ${employees}.`,
      revenue !== null && `Revenue in its last fiscal year: ${dollars(revenue)}.`,
      netIncome !== null &&
        `Net income in its last fiscal year: ${netIncome < 0 ? '-' : ''}${dollars(Math.abs(netIncome))}.`,
    ]
      .filter(Boolean)
      .join('\n'),
    facts: {
      ...item.facts,
      ...Object.fromEntries(Object.entries(known).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))),
      ...(place && { place }),
    },
  }
}

function rangeOf(target: number | null, maximum: number | null): string {
  if (target === null || target === 0) return maximum ? `up to ${dollars(maximum)}` : ''
  return maximum && maximum > target ? `${dollars(target)} to ${dollars(maximum)}` : dollars(target)
}
