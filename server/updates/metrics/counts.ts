import type { MetricKind } from '#domain/updates/update.ts'
import { isCompared } from './words.ts'

export type Found = { kind: MetricKind; written: string; value: number; currency: string | null }

const NUMBERS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  )
const NUMBER = String.raw`(\d[\d,]*(?:\.\d+)?|${NUMBERS.slice(1).join('|')})`
const TO = String.raw`(?:\s?(?:-|–|to|bis|à|a)\s?(?:\d[\d,]*|${NUMBERS.slice(1).join('|')}))?`
/** "1,5 Jahre" is one and a half; "1,204" is over a thousand. */
const numberOf = (written: string) =>
  NUMBERS.includes(written.toLowerCase())
    ? NUMBERS.indexOf(written.toLowerCase())
    : Number(/^\d+,\d$/.test(written) ? written.replace(',', '.') : written.replaceAll(',', ''))

const MONTHS = String.raw`(?:months?|Monaten?|mois|meses|mes|mesi|maanden|månader|måneder)(?!\p{L})|[ヶか箇ケカ]月|个月|개월`
const YEARS = String.raw`(?:years?|Jahren?|ans|años|anos|anni|jaar|år)(?!\p{L})`
const SPAN = new RegExp(String.raw`(?<![\p{Script=Latin}\d])${NUMBER}${TO}\+?[\s-]?(?:(${YEARS})|${MONTHS})`, 'giu')
const RUNWAY = /runway|ランウェイ|런웨이/i

const PERSONS = String.raw`(?:people|employees|FTEs?|team members|teammates|of us|Personen|Mitarbeiter(?:innen|nde[n]?)?|Mitarbeitende[n]?|Köpfe|salariés|collaborateurs|personnes|personas|empleados|pessoas|colaboradores|funcionários|persone|dipendenti|medewerkers|mensen|anställda|personer|medarbetare|ansatte|medarbejdere)(?!\p{L})`
const PEOPLE = new RegExp(
  String.raw`(?<!\p{L})(?:team|headcount|staff|company)(?: size)?(?:[:\s]|\sis|\sof|\shas|\sstands|\sat|\snow|\sgrew|\sto|\sup)*\s${NUMBER}(?![\d\p{L}])(?!\s?(?:%|percent|[kKmM]\b|months?|years?|new|times))|(?<![\p{L}\d.,])${NUMBER}${TO}\s(?:full[- ]time )?${PERSONS}|(?:従業員|社員)(?:数)?は?(\d[\d,]*)[名人]`,
  'giu',
)
const OURS =
  /(?<!\p{L})(?:team|we|we['’]re|headcount|employ\p{L}*|staff|us|company|grew|wir|nous sommes|l['’]équipe|équipe|equipo|somos|equipe|siamo|squadra|we zijn|vi är|vi er|teamet|teamet består)(?!\p{L})/iu
const CLIENTS = new RegExp(
  String.raw`(?<!\p{L})(?:customers?|clients?|subscribers?|Kunden|clientes|clienti|klanten|kunder)(?: count)?:\s?${NUMBER}(?![\d\p{L}])(?!\s?%)|(?<![\p{L}\d.,])${NUMBER}\+?\s(?:paying |active |enterprise |live |total |happy |zahlende |aktive )*(?:customers|clients|subscribers|Kunden|clientes|clienti|klanten|kunder)(?!\p{L})`,
  'giu',
)
const PERCENT = /([+-]?)(\d{1,4}(?:\.\d{1,2})?)\s?(?:%|percent\b)|\b(\d{1,2}(?:\.\d)?)x\b/gi

const CHANGED =
  /(?<!\p{L})(?:hir(?:ed?|es|ing)|add(?:ed|ing|s)?|join(?:ed|ing|s)?|open roles?|roles|laid off|let go|left|departed|recruit\p{L}*|eingestellt|neue[nr]?|entlassen|recrut\p{L}*|embauch\p{L}*|contrat\p{L}*|nuev[oa]s|nov[oa]s|assunt\p{L}*|nuov[ie]|aangenomen|nieuwe|anställt|nya|nye|ansatt)(?!\p{L})/iu
const WON =
  /(?<!\p{L})(?:add(?:ed|ing)?|sign(?:ed|ing)|new|lost|churned|talk(?:ed|ing)|sp(?:oke|eak)\p{L}*|interview\p{L}*|onboard\p{L}*|closed|won|met|meeting|pilots?|prospects?|intros?|leads?|neue[nr]?|gewonnen|verloren|nouveaux?|signé|perdu|nuev[oa]s|firmad[oa]s|perdid[oa]s|nov[oa]s|nuovi|nieuwe|nya|nye)(?!\p{L})/iu
/** Says how many customers did something, not how many there are. */
const HAPPENED =
  /^\s(?:who |that )?(?:have |has )?(?:went|gone|go|came|signed|joined|left|churned|renewed|expanded|upgraded|converted|started|began|moved|asked)\b/i
const GROWING =
  /\b(?:grew|grow(?:th|ing|n|s)?|up|increas\w*|rose|risen|MoM|YoY|QoQ|(?:month|quarter|year)[- ](?:over|on)[- ](?:month|quarter|year))\b/i
const SHRINKING = /\b(?:down|declin\w*|fell|fallen|shr[aiu]nk\w*|dropp?(?:ed)?|decreas\w*)\b/i
const GROWN =
  /\b(?:ARR|MRR|revenues?|sales|turnover|MoM|YoY|QoQ|customers?|users?|subscribers?)\b|(?:month|quarter|year)[- ](?:over|on)[- ](?:month|quarter|year)/i
const NOT_GROWTH =
  /\b(?:churn|margins?|discount|conversion|retention|stake|equity|interest|NRR|utili[sz]ation|NPS|cost|spend|burn)\b/i

export const countsIn = (clause: string): Found[] => [
  ...runwayIn(clause),
  ...peopleIn(clause),
  ...customersIn(clause),
  ...growthIn(clause),
]

export const runwayIn = (clause: string): Found[] => (RUNWAY.test(clause) ? spansIn(clause) : [])

export function spansIn(clause: string): Found[] {
  return [...clause.matchAll(SPAN)].flatMap((span): Found[] => {
    const [written, number = '', years] = span
    if (isCompared(clause.slice(0, span.index), clause.slice(span.index + written.length))) return []
    const months = numberOf(number) * (years === undefined ? 1 : 12)
    return months > 0 && months <= 240 ? [counted('runway', written, months)] : []
  })
}

function peopleIn(clause: string): Found[] {
  return [...clause.matchAll(PEOPLE)].flatMap((found): Found[] => {
    const before = clause.slice(0, found.index)
    const number = found[1] ?? found[2] ?? found[3] ?? ''
    const isOurs = found[2] === undefined || OURS.test(before + found[0])
    if (!isOurs || CHANGED.test(before) || isCompared(before)) return []
    return numberOf(number) > 0 ? [counted('headcount', number, numberOf(number))] : []
  })
}

function customersIn(clause: string): Found[] {
  return [...clause.matchAll(CLIENTS)].flatMap((found): Found[] => {
    const before = clause.slice(0, found.index)
    const after = clause.slice(found.index + found[0].length)
    if (WON.test(before + found[0]) || HAPPENED.test(after) || isCompared(before)) return []
    const number = found[1] ?? found[2] ?? ''
    return numberOf(number) > 0 ? [counted('customers', number, numberOf(number))] : []
  })
}

function growthIn(clause: string): Found[] {
  const isShrinking = SHRINKING.test(clause)
  return [...clause.matchAll(PERCENT)].flatMap((found): Found[] => {
    const [written, sign, percent, times] = found
    const isMarked = sign === '+' || sign === '-'
    if ((!GROWING.test(clause) && !isShrinking && !isMarked) || !GROWN.test(clause) || NOT_GROWTH.test(clause))
      return []
    if (/^\s?of\b/i.test(clause.slice(found.index + written.length)) || isCompared(clause.slice(0, found.index)))
      return []
    const size = percent === undefined ? (Number(times) - 1) * 100 : Number(percent)
    const value = sign === '-' || isShrinking ? -size : size
    const shown = value < 0 && sign !== '-' ? `-${written.trim()}` : written.trim()
    return size > 0 ? [counted('growth', shown, value)] : []
  })
}

const counted = (kind: MetricKind, written: string, value: number): Found => ({ kind, written, value, currency: null })
