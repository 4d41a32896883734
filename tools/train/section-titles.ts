import type { Section } from '#domain/taxonomy.ts'

/** Unambiguous titles. A title that matches two sections, or none, is not used as a label. */
const TITLES: [Section, RegExp][] = [
  [
    'Financial Updates',
    /\b(?:rais(?:es|ed)|secures?|closes|lands|receives)\b.{0,30}(?:[$€£]\s?\d|funding|financing|investment|round)|\bseries [a-e]\b|\bseed (?:round|funding)\b|\b(?:funding|financing) round\b|\b(?:first|second|third|fourth|full)[- ](?:quarter|half|year)\b|\bq[1-4]\b|\b(?:quarterly|annual|financial|earnings) (?:results?|report)\b|\bearnings\b|\bdividend|\bprivate placement\b|\b(?:public|direct|debt|share|unit) offering\b|\bipo\b|\brevenues?\b|\bnet (?:income|loss)\b|\bcredit facility\b/i,
  ],
  [
    'Partnerships & Alliances',
    /\bpartner(?:s|ed|ing)? (?:with|to|on|for)\b|\bpartnerships?\b|\balliance\b|\bcollaborat|\bjoint venture\b|\b(?:join|joins|joined) forces\b|\bteam(?:s|ed)? up\b|\bmemorandum of understanding\b|\bmou\b|\b(?:distribution|supply|licensing|license|service) agreement\b|\bagreement with\b|\bsigns?\b.{0,40}\b(?:agreement|deal|contract)\b|\b(?:awarded|wins|secures)\b.{0,30}\bcontract\b/i,
  ],
  [
    'Leadership & Team',
    /\bappoint(?:s|ed|ment)?\b|\b(?:names|named|hires|promotes|welcomes|elects|taps)\b.{0,60}\b(?:ceo|cfo|coo|cto|cmo|chief|president|director|officer|head|chair\w*|vice|board|partner|manager|advisor)\b|\bjoins\b.{0,60}\b(?:as|board|team)\b|\bsteps? down\b|\bretire(?:s|ment)\b|\bresign|\bnew (?:ceo|cfo|coo|cto|president|chief|chair\w*|director|vice president)\b|\bboard of directors\b|\bexecutive team\b|\blayoffs?\b/i,
  ],
  [
    'Technology & Innovation',
    /\b(?:launch(?:es|ed|ing)?|unveils?|introduc(?:es|ing)|releases|debuts|rolls out)\b|\bpatent|\bnew (?:product|platform|app|tool|feature|service|solution|software|technology|line)\b|\b(?:fda|clinical trial|phase [1-3i]+)\b|\bprototype\b|\bbreakthrough\b|\bnow available\b|\bai-powered\b/i,
  ],
  [
    'Market Position',
    /\bshares (?:of|rise|fall|jump|up|down)\b|\bstocks?\b|\banalysts?\b|\binvestors? (?:watch|alert|news)|\bmarket (?:share|leader|size|report|outlook|growth)\b|\bprice target\b|\b(?:ranks?|ranked|ranking)\b|\bfastest[- ]growing\b|\binc\.? 5000\b|\blargest\b|\bdemand\b|\bcagr\b/i,
  ],
  [
    'Business',
    /\bacqui(?:res?|red|sition|sitions|ring)\b|\bmerg(?:es|er|ing|ed)\b|\btakeover\b|\bbuys\b|\bdivest|\bspin-?off\b|\b(?:opens|opening|expands|expansion|relocat\w+|grand opening)\b|\bnew (?:office|facility|headquarters|location|store|plant|factory|hub)\b|\brebrand|\bbankrupt|\brestructur|\bbreaks ground\b/i,
  ],
  [
    'Other Notable Updates',
    /\bawards?\b|\bhonou?r(?:s|ed|ee)?\b|\brecogni[sz]ed\b|\blawsuit\b|\bsues\b|\bsettle(?:s|ment)\b|\bclass action\b|\bcourt\b|\bdonat|\bcharit|\bscholarships?\b|\bnonprofit\b|\banniversary\b|\bcelebrates\b|\bcertif(?:ied|ication)\b|\baccredit|\bsustainab|\bfundrais|\bdata breach\b/i,
  ],
]

export function sectionOfTitle(title: string): Section | null {
  const fitting = TITLES.filter(([, pattern]) => pattern.test(title))
  return fitting.length === 1 ? (fitting[0]?.[0] ?? null) : null
}
