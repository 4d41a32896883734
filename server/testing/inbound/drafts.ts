import { build, OWNER, type Draft } from './build-message.ts'
import type { Original } from './forwards.ts'

/** The portfolio of the account that the messages are sent to. */
export const PORTFOLIO: { name: string; website: string }[] = [
  { name: 'Cedar Robotics', website: 'https://cedarrobotics.com' },
  { name: 'Northwind Labs', website: 'https://www.northwindlabs.io/' },
  { name: 'Plume', website: 'plume.health' },
  { name: 'Juniper Analytics', website: 'https://juniperanalytics.co.uk/about' },
  { name: 'Kestrel', website: 'https://getkestrel.com' },
  { name: 'Harbor', website: 'https://harbor.so' },
  { name: 'Mosaic Bio', website: '' },
  { name: 'Lumenary', website: '' },
  { name: 'Quillwork', website: 'https://quillwork.notion.site' },
  { name: 'Acorn Foods', website: 'https://acorn.group/foods' },
  { name: 'Acorn Logistics', website: 'https://acorn.group/logistics' },
]

export type Expected =
  | { company: string }
  | { waits: 'unverified' | 'unknown-sender' | 'several' | 'no-company' }
  | 'confirmation'
  | 'unreadable'

export type MadeMessage = { name: string; expected: Expected; make: () => Promise<Buffer> }

export const cedar: Original = {
  from: 'dana@cedarrobotics.com',
  name: 'Dana Ortiz',
  subject: 'Cedar Robotics: January update',
  text: 'Hi all,\n\nARR grew to $1.8M in January, up 12% month over month. We have 14 months of runway.\nWe hired two engineers, so the team is now 23 people.\n\nAsk: introductions to warehouse operators.\n\nDana',
}
export const northwind: Original = {
  from: 'wei@northwindlabs.io',
  name: 'Wei Chen',
  subject: 'Investor update #14',
  text: 'Dear investors,\n\nMRR is $84k. Net burn was $120k, and we had $1.9M in the bank at the end of the month.\n\nWei',
}
export const plume: Original = {
  from: 'sam@mail.plume.health',
  name: 'Sam from Plume',
  subject: 'Plume Q4 letter',
  text: 'Friends of Plume,\n\nWe now serve 41 clinics. Revenue for the quarter was $640,000.\n\nSam',
}
export const mosaic: Original = {
  from: 'priya.mosaic@gmail.com',
  name: 'Priya Nair (Mosaic Bio)',
  subject: 'Mosaic Bio - monthly investor update',
  text: 'Hello,\n\nAt Mosaic Bio we finished the second assay. We have nine months of runway and our team is eight people.\n\nPriya\nCEO, Mosaic Bio',
}

export const byOwner = (given: Partial<Draft> & { subject: string }): Draft => ({
  from: `Ada Angel <${OWNER}>`,
  signedBy: ['gmail.com'],
  ...given,
})
export const fwd = (original: Original) => `Fwd: ${original.subject}`
export const direct = ({ from, name, subject, text }: Original): Draft => ({ from: `${name} <${from}>`, subject, text })
export const to = (name: string, company: string, draft: Draft): MadeMessage => ({
  name,
  expected: { company },
  make: () => build(draft),
})
type Waits = Extract<Expected, { waits: string }>['waits']
export const waits = (name: string, reason: Waits, draft: Draft): MadeMessage => ({
  name,
  expected: { waits: reason },
  make: () => build(draft),
})
export const nested = async (original: Draft, isInline = false): Promise<Draft['attachments']> => [
  { type: 'message/rfc822', name: 'update.eml', content: await build(original), isInline },
]
