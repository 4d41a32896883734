import { MONEY, NAME, nameAt } from './clauses/entities.ts'
import { SELF } from './clauses/marked-text.ts'
import type { Place } from './check.ts'

type AmountKind = 'raised' | 'valuation' | 'price' | 'revenue' | 'penalty'

/** Whether the words around an amount say that it is something else, or somebody else's. */
export function isNotMoneyOf(kind: AmountKind, { before, after: tokens, sentence }: Place): boolean {
  // A headline writes "Contract Awards" like a name.
  const after = tokens.replaceAll(ANY_NAME, (token) => nameAt(token, sentence.entities).toLowerCase())
  const { not, notAfter } = OTHER[kind]
  if (not?.test(before.slice(-NEAR)) || notAfter?.test(after.slice(0, NEAR))) return true
  if (kind === 'penalty') return !`${before}${after}`.includes(SELF) && PAYS.test(before)
  return kind !== 'price' && isOfAnother(before, after)
}
const NEAR = 70
const ANY_NAME = new RegExp(NAME, 'g')

type Wording = { not?: RegExp; notAfter?: RegExp }
const OTHER: Record<AmountKind, Wording> = {
  raised: {
    not: /(?:total(?: funding| raised| capital)?(?: raised)? (?:to|of|raised)|to date|bring[a-z]*[^.;]{0,60}to|revenue of|ARR of|sales of|market (?:of|worth)|\b(?:past|above|beyond|surpass[a-z]*)|fund of|target(?:ing)? of|previously|up from|\b(?:be|is|are|as little as|valued) worth(?: as little as)?|needs?(?: to)?(?: raise)?|ha(?:s|ve) to raise|returning|gives? back|refinanc\w*|contracts? (?:of|worth)|\b(?:I(?:['’]ve| have)? (?:put|invested|wrote)|it['’]s|my) (?:[a-z]+ )?|(?:extend|tak|lift|push|grow|bring|expand|increas|upsiz)[a-z]* (?:its |the |\uE000’s )?(?:[A-Za-z]+ ){0,2}(?:round|[Ss]eries [A-K]\S?|[Ss]eed) to)[^.;\uE200-\uE2FF]{0,12}$|\b(?:donat|eliminat|repay|repaid|redeem|repurchas)\w*\b[^,.;\uE200-\uE2FF]{0,40}$/i,
    notAfter:
      /^(?: [A-Za-z]+)? (?:after (?:its |the |a )?(?:latest|new|recent)|in (?:annual|revenue|sales|assets|damages|(?:[a-z]+ ){0,2}(?:contracts|orders|awards|volume|loans|transactions))|of (?:annual|revenue|(?:[a-z]+ ){0,2}(?:contracts?|orders?|awards?)\b)|ARR|fund\b|in total|to date|a (?:year|month)|market\b|revenue|target\b|goal\b|minimum\b|as (?:first|previously) reported)|^ (?:(?!from |by |in |to |for |with )[a-z-]+ ){0,4}(?:(?<!growth |grant |credit |loan )fund|refinancing|contract|order|partnership)\b|^ (?:for|in the [a-z]+ close of|to launch) [^,;]{0,40}\bfund\b/,
  },
  valuation: {},
  price: { not: /\b(?:raised|valuation|valued|revenue|ARR|sales|starts?|starting|costs?|opened|owed?)\b[^.;]{0,30}$/ },
  revenue: {
    not: /\b(?:loss(?:es)?(?: [a-z]+){0,5} (?:of|to|at)|profits?(?:,| of| was| to)?(?: [a-z]+){0,2}|earnings of|los(?:es|t|ing)|from|compared with|versus|target|forecast|project\w*|guidance|expects?|aims?)\s(?:[A-Za-z]+ ){0,2}$/i,
    notAfter:
      /^ (?:[a-z]+ ){0,2}(?:loss|profit|EBITDA|of stock|in (?:profit|funding|losses))\b|^[^;.]{0,80}\bprojected\b/i,
  },
  penalty: {
    not: /\b(?:halv(?:es|ed)|cuts?|reduc(?:es|ed)|overturn\w*|toss(?:es|ed)|fac(?:es|ing)|asks?|seeks?|seeking|demand[a-z]*|wants|claims?)\b[^;]*$/i,
  },
}

/** "McVitie's owner Birch had sales of …", "Birch may have a market cap of …", in a clause without the company. */
export const isOfAnother = (before: string, after: string) =>
  !`${before}${after}`.includes(SELF) && (OWNER.test(before) || HAS.test(before) || OF_OTHERS.test(before))
const PAYS = new RegExp(`${NAME} (?:has |had |will |must |to )*(?:pay|paid|agreed|settled)`)
const ACTS = String.raw`(?:[a-z]+(?:s|ed)|may|can|could|had|have|cut|fell|grew|laid|lost|made|rose|sold|shed|spent|took|was|were|will|won)`
const GIVES =
  '(?:has |have |had |will |is |was |expected to |set to |likely to )*(?:led|lead|co-|invest|inject|back|put|gave|giv|pay|paid|buy|bought|acquir|join|pour|commit|provid|wr[io]te|hand|fund|anchor|value|order|fine|agree|purchas)'
const OWNER = new RegExp(
  String.raw`^(?:[A-Za-z’'-]+,? ){0,5}?(?:${NAME}['’]s (?:[a-z]+ )?)?${NAME}(?:['’]s [a-z]+(?: [a-z]+)?)?(?: \([^)]{1,60}\))?(?:, [^,;.]{1,100},)? (?:also |recently |once |already )?(?!${GIVES})${ACTS} [^${MONEY.slice(1, -1)}]*$`,
)
/** A sentence's first word is no name for sure. */
const HAS =
  /^(?!The|This|That|It|Its|We|Our|They|Their|He|She|Revenue|Sales)[A-Z][a-z]+ (?:may |can |could )?ha(?:s|ve|d) /
const OF_OTHERS = /\b(?:rivals?|competitors?|subsidiar(?:y|ies)|parent|customers?|industry)(?:['’]s)? [^,;]{0,40}$/i
