import type { FoundItem } from '../../gather/item.ts'
import type { FormD } from './form-d.ts'

/** Where a filing stands in the archive. */
export type Filing = {
  issuer: string
  cik: string
  accession: string
  form: string
  publishedAt: Date | null
  precision: FoundItem['precision']
}

const folder = ({ cik, accession }: Filing, origin: string) =>
  `${origin}/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}`

export const documentAddress = (filing: Filing, origin: string): string =>
  `${folder(filing, origin)}/primary_doc.xml`

/** A filing as an item, told by its document where that could be read. */
export function filingItem(filing: Filing, document: FormD | null, origin: string): FoundItem {
  const { publishedAt, precision, form, cik, accession } = filing
  const issuer = document?.issuer ?? filing.issuer
  const isAmendment = document?.isAmendment ?? form.endsWith('/A')
  return {
    url: `${folder(filing, origin)}/${accession}-index.htm`,
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

const dollars = (amount: number) => `$${amount.toLocaleString('en-US', { maximumFractionDigits: 0 })}`

function headline(document: FormD | null): string {
  if (!document) return ''
  const { sold, offered } = document
  if (sold !== null && sold > 0)
    return typeof offered === 'number'
      ? `: ${dollars(sold)} sold of ${dollars(offered)}`
      : `: ${dollars(sold)} sold`
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
  const first =
    firstSale === 'yet to occur'
      ? 'The first sale is yet to occur.'
      : firstSale && `First sale on ${firstSale}.`
  return [
    `${issuer}${place && ` (${place})`} told the SEC of a private offering of securities on Form D${isAmendment ? ', as an amendment' : ''}.`,
    offered === 'indefinite' && 'The total offering amount is indefinite.',
    typeof offered === 'number' && `Total offering amount: ${dollars(offered)}.`,
    sold !== null && `Sold so far: ${dollars(sold)}.`,
    investors !== null && investors > 0 && `Investors so far: ${investors}.`,
    first,
    industry && `Industry: ${industry}.`,
    people.length > 0 && `Related persons: ${people.join('; ')}.`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** What is not known is left out, so that nobody reads a null as none. */
function factsOf({
  offered,
  sold,
  investors,
  firstSale,
  industry,
  place,
  people,
  previousNames,
  isAmendment,
}: FormD) {
  const facts: FoundItem['facts'] = { people, previousNames, amendment: isAmendment ? 'yes' : 'no' }
  const known = { offered, sold, investors, firstSale, industry: industry || null, place: place || null }
  for (const [name, value] of Object.entries(known)) if (value !== null) facts[name] = value
  return facts
}
