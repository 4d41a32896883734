import { pastedCompanies, pastedTable } from '#domain/companies/pasted-companies.ts'

let handed: File | null = null

/** A file can't be part of a URL, so it's passed to the upload page through this variable. */
export const handOver = (file: File | null) => {
  handed = file
}

export const handedFile = () => handed

/** Null if the text names no company. */
export function pastedFile(text: string): File | null {
  const companies = pastedCompanies(text)
  return companies.length === 0 ? null : new File([pastedTable(companies)], PASTED, { type: 'text/csv' })
}

const PASTED = 'Pasted companies.csv'
