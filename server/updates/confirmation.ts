import type { Confirmation } from '#domain/updates/update.ts'
import { registeredDomain } from '../news/site/site.ts'
import { domainOf, type Level } from './mail/thread.ts'

const PROVIDERS: Record<string, string> = {
  'google.com': 'Gmail',
  'yahoo.com': 'Yahoo Mail',
  'yahoo-inc.com': 'Yahoo Mail',
  'zoho.com': 'Zoho Mail',
  'fastmail.com': 'Fastmail',
  'proton.me': 'Proton Mail',
  'icloud.com': 'iCloud Mail',
  'apple.com': 'iCloud Mail',
  'microsoft.com': 'Outlook',
}
const SUBJECT = /\bforward(?:ing)?\b.*\b(?:confirm|verif)|\b(?:confirm|verif)\w*\b.*\bforward/i
const CODE = /\b(?:confirmation|verification|security) code\b[^\d\n]{0,20}(\d{4,12})\b|\(#(\d{4,12})\)/i
const LINK = /https:\/\/[^\s<>"')\]]{1,600}/g

/** Accepts only emails that the provider itself signed, because the user is shown a link from them to open. */
export function confirmationIn([first]: Level[]): Confirmation | null {
  const domain = first?.sender ? domainOf(first.sender) : null
  const provider = domain === null ? undefined : PROVIDERS[domain]
  if (!first?.isSigned || domain === null || provider === undefined || !SUBJECT.test(first.subject)) return null
  const code = CODE.exec(`${first.text}\n${first.subject}`)
  const isOwn = (address: string) => registeredDomain(URL.parse(address)?.hostname ?? '') === domain
  const links = (first.text.match(LINK) ?? []).filter(isOwn)
  return {
    provider,
    code: code?.[1] ?? code?.[2] ?? null,
    url: links.find((link) => /\/vf-|confirm|verif/i.test(link)) ?? null,
  }
}
