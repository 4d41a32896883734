import { withoutLegalForm } from '../../companies/company-key.ts'

const MIN_SHORT_NAME = 4

/** Where a text names the company first: in full, without its legal form, or by the first word of its name. */
export function nameIn(text: string, company: string): { name: string; at: number } | null {
  const bare = withoutLegalForm(company)
  const [first = ''] = bare.split(' ')
  for (const form of [company, bare, ...(first.length >= MIN_SHORT_NAME ? [first] : [])]) {
    const found = new RegExp(String.raw`(?<![\p{L}\p{N}])${RegExp.escape(form)}(?![\p{L}\p{N}])`, 'iu').exec(text)
    if (found) return { name: found[0], at: found.index }
  }
  return null
}
