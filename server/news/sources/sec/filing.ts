import type { FoundItem } from '../../formats/found-item.ts'

export const SEC = 'https://www.sec.gov'

export type Filing = {
  issuer: string
  cik: string
  accession: string
  form: string
  publishedAt: Date | null
  precision: FoundItem['precision']
  /** Item codes of a current report, such as 5.02. */
  items: string[]
  /** The issuer's shares are already traded, so it isn't going public. */
  isListed: boolean
  /** Such as "Springfield, OR"; may be empty. */
  place: string
}

const folder = ({ cik, accession }: Filing, origin: string) =>
  `${origin}/Archives/edgar/data/${cik}/${accession.replaceAll('-', '')}`

export const documentAddress = (filing: Filing, origin: string): string => `${folder(filing, origin)}/primary_doc.xml`

export const indexAddress = (filing: Filing, origin: string): string =>
  `${folder(filing, origin)}/${filing.accession}-index.htm`
