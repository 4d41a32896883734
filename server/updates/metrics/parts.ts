import { MONTH_OR_SHORT } from '#domain/dates/months.ts'
import type { MetricKind } from '#domain/updates/update.ts'

const word = (words: string) => new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, 'iu')
const DEAL = word(
  String.raw`sign(?:s|ed|ing)?|renew\p{L}*|LOIs?|commitments?|negotiat\p{L}*|proposals?|pilots?|logos?|deals?|contracts?|upsell|upsold|expan\p{L}+|upgrad\p{L}+|won|win(?:s|ning)?|land(?:ed|s)?|add(?:s|ed|ing)?|churn\p{L}*|lost|worth|represent\p{L}*|br(?:ing|ought)\p{L}*|contribut\p{L}*|closed?(?! (?:the|out|off|q[1-4]|${MONTH_OR_SHORT})(?!\p{L}))|secured?|booked|generat\p{L}+|pipeline|accounts? for|(?:top|largest|biggest) (?:customer|client|account)|each|new|additional|incremental|went live`,
)
/** Words before an amount that is only a part of the metric it precedes: "we closed $200k in ARR". */
const PARTS: Partial<Record<MetricKind, RegExp>> = {
  arr: DEAL,
  mrr: DEAL,
  revenue: word(String.raw`sign(?:s|ed|ing)?|LOIs?|churn\p{L}*|lost|worth|represent\p{L}*|contribut\p{L}*|each`),
  cash: word('received|collected|injected|invested'),
}
const PAID = word('pay(?:s|ing)?|paid')
const OURS_NOW =
  /(?<!\p{L})(?:now|currently|today|we(?:['’]re| are| hit| reached| crossed| passed| have))(?!\p{L})[^,;]{0,25}$/iu
/** "$5k of MRR is at risk" */
const PART_AFTER =
  /^,?\s(?:is |are )?(?:(?:our|the) (?:largest|biggest|top|first)|at risk|comes? from|came from|in (?:\S+ )?(?:pipeline|negotiations?|discussions?|talks))\b/i
/** What accrues, so that a total since some day isn't the current value. */
const FLOWS = new Set<MetricKind>(['revenue', 'burn'])
const SINCE = String.raw`(?<!\p{L})(?:since|to date|year[- ]to[- ]date|YTD|LTM|TTM|cumulative|lifetime|all[- ]time(?! high))(?!\p{L})`
const SINCE_BEFORE = new RegExp(SINCE, 'iu')
const SINCE_AFTER = new RegExp(String.raw`^\s(?:\p{L}+\s)?${SINCE}`, 'iu')

/** What is said around an amount and its cue; `earlier` is what its clause says before. */
type Said = { earlier: string; before: string; after: string }

/** Whether an amount is a customer's or a deal's, or a total of many months. `isCueBehind` in "$200k in ARR". */
export function isPart(kind: MetricKind, { earlier, before, after }: Said, isCueBehind: boolean): boolean {
  // "Deals: Acme, 400 seats, $96k ARR"
  const lead = /^[^:]{1,40}:/.exec(earlier)?.[0] ?? ''
  const near = `${lead} ${before}`
  const isDeal = PAID.test(near) || (PARTS[kind]?.test(near) === true && !OURS_NOW.test(near))
  const isTotal = SINCE_BEFORE.test(earlier + before) || SINCE_AFTER.test(after)
  return (isCueBehind && isDeal) || PART_AFTER.test(after) || (isTotal && FLOWS.has(kind))
}
