import type { FoundItem } from '../../formats/found-item.ts'
import { indexAddress, type Filing } from './filing.ts'

type Action = [filed: string, amended: string]

const GOES_PUBLIC: Action = ['files to go public', 'updates its filing to go public']
const SELLS_SHARES: Action = ['registers shares for sale', 'updates its registration of shares']
const CURRENT: Action = ['reports a current event', 'corrects its report of a current event']
const QUARTER: Action = ['files its quarterly report', 'corrects its quarterly report']
const YEAR: Action = ['files its annual report', 'corrects its annual report']

/** What it means to file or amend each form. Form D has its own wording. */
const ACTIONS = new Map<string, Action>([
  ['C', ['raises money from the crowd', 'updates its offering to the crowd']],
  ['C-U', ['reports on the progress of its crowdfunding', 'corrects its report on its crowdfunding']],
  ['C-AR', ['files its annual report to crowd investors', 'corrects its annual report to crowd investors']],
  ['C-TR', ['ends its reports to crowd investors', 'corrects its end of reports to crowd investors']],
  ['1-A', ['offers shares to the public under Regulation A', 'updates its offering under Regulation A']],
  ['1-K', ['files its annual report under Regulation A', 'corrects its annual report under Regulation A']],
  ['S-1', GOES_PUBLIC],
  ['F-1', GOES_PUBLIC],
  ['DRS', ['drafts a filing to go public', 'updates its draft filing to go public']],
  ['8-K', CURRENT],
  ['6-K', CURRENT],
  ['10-Q', QUARTER],
  ['10-K', YEAR],
  ['20-F', YEAR],
])
const OF_LISTED = new Set(['S-1', 'F-1', 'DRS'])
const OFFERINGS = ['D', 'C', 'C-U', 'C-AR', '1-A', 'S-1', 'F-1', 'DRS']

/** Forms that a private company files; the others are only read for a known filer. */
export const PRIVATE_FORMS = OFFERINGS.join(',')

const plainForm = (form: string) => form.replace(/\/A$/, '')

export const isFormD = (form: string): boolean => plainForm(form) === 'D'
export const isFormC = (form: string): boolean => /^C(?:-U|-AR|-TR)?(?:\/A)?$/.test(form)
export const isKnownForm = (form: string): boolean => isFormD(form) || ACTIONS.has(plainForm(form))
export const isOffering = (form: string): boolean => OFFERINGS.includes(plainForm(form))

/** The most common subjects of current reports. */
const EVENTS: Record<string, string> = {
  '1.01': 'a material agreement',
  '1.02': 'the end of a material agreement',
  '1.03': 'bankruptcy or receivership',
  '1.05': 'a cybersecurity incident',
  '2.01': 'an acquisition or sale of assets',
  '2.02': 'financial results',
  '2.03': 'a new debt',
  '2.05': 'costs of an exit or restructuring',
  '2.06': 'an impairment',
  '3.01': 'a notice of delisting',
  '3.02': 'an unregistered sale of shares',
  '4.01': 'a change of auditor',
  '4.02': 'earlier statements that can no longer be relied on',
  '5.01': 'a change in control',
  '5.02': 'directors or officers who leave or arrive',
  '5.03': 'a change of bylaws',
  '5.07': 'a vote of shareholders',
  '7.01': 'a disclosure to investors',
  '8.01': 'other events',
}

export function formItem(filing: Filing, origin: string): FoundItem {
  const { issuer, form, cik, accession, publishedAt, precision, items, isListed } = filing
  const events = items.flatMap((code) => EVENTS[code] ?? [])
  const about = events.length > 0 ? `: ${events.join(', ')}` : ''
  return {
    url: indexAddress(filing, origin),
    title: `${issuer} ${actionOf(filing)} (Form ${form})${about}`,
    text: '',
    publishedAt,
    precision,
    publisher: 'SEC',
    language: 'en',
    kind: 'filing',
    facts: { form, cik, accession, issuer, items, listed: isListed ? 'yes' : 'no' },
  }
}

function actionOf({ form, isListed }: Filing): string {
  const plain = plainForm(form)
  const [filed, amended] = isListed && OF_LISTED.has(plain) ? SELLS_SHARES : (ACTIONS.get(plain) ?? CURRENT)
  return form === plain ? filed : amended
}
