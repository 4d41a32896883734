import { endsWithMetric } from './asides.ts'
import { cuesIn, MONEY_CUES, MONTHS_CUES } from './cues.ts'
import { counted, type Found, NUMBER, numberOf, TO } from './counts.ts'

/** Words for people who can only be employees, and for people who may be anybody. */
export const STAFF =
  'employees|FTEs?|team members|teammates|of us|Mitarbeiter(?:innen|nde[n]?)?|Mitarbeitende[n]?|Köpfe|salariés|collaborateurs|empleados|colaboradores|funcionários|dipendenti|medewerkers|anställda|medarbetare|ansatte|medarbejdere'
export const ANYBODY = 'people|Personen|personnes|personas|pessoas|persone|mensen|personer'
const PEOPLE = new RegExp(
  String.raw`(?<![\p{L}\p{Sc}\d.,])${NUMBER}${TO}(?![\d\p{L}%])(?:[\s-](?:full[- ]time )?(?:(?<staff>${STAFF})|(?<anybody>${ANYBODY})|(?<crew>person (?:team|company)))(?!\p{L}))?`,
  'giu',
)
const JAPANESE = /(?:従業員|社員)(?:数)?は?(\d[\d,]*)[名人]/gu

const TEAM = 'team(?:et)?(?: size)?|head ?count|staff|company|équipe|equipo|equipe|squadra'
const DEPARTMENT =
  'sales|engineering|dev|product|support|marketing|operations|data|founding|design|leadership|management|success|tech|their'
const LINK =
  'is|are|of|has|have|had|haben|avons|tenemos|temos|abbiamo|hebben|har|stands|at|now|currently|still|about|around|roughly|nearly|almost|over|grew|grown|gone|makes?|doubled|back|to|up|we|were|an?|team|employ|stayed|flat|remains?|remained|steady|counts|there|besteht|aus|ist|auf|sind|jetzt|nun|inzwischen|aktuell|désormais|passés|maintenant|compte|cuenta|con|ahora|conta|com|ora|zijn|telt|nu|är|er|består|av|af'
const linked = (first: string) =>
  new RegExp(
    String.raw`(?<!\p{L})(?<!(?:${DEPARTMENT})\s)(?:${first})(?:[\s:=|~→–—-]|(?<!\p{L})(?:${LINK})(?!\p{L}))*$`,
    'iu',
  )
const WE = String.raw`we(?:['’](?:re|ve))?|our|wir|there are|nous sommes|somos|siamo|vi`
const TEAM_IS = linked(TEAM)
const WE_ARE = linked(`${TEAM}|${WE}`)
const OURS =
  /(?<!\p{L})(?:team(?:et)?|we|headcount|employ\p{L}*|staff|us|company|grew|wir|nous sommes|équipe|equipo|somos|equipe|siamo|squadra|vi)(?!\p{L})/iu
/** What may follow without narrowing the number: "14, up from 12", but not "14 in sales". */
const PLACES = String.raw`[\p{L}\d]+ (?:countries|offices|cities|locations)`
const WHOLE = new RegExp(
  String.raw`^\s*(?:$|[.,;:!?()|/–—+&]|(?:and|und|et|y|e|och|og|now|strong|today|in total|total|full[- ]time|à temps plein|as of|at (?:the|month|quarter|year)|across|spread|including|this|after|following|up|down|vs|from|plus|with|on (?:the |our )?(?:team|payroll)|en el equipo|dans l['’]équipe|im Team|in ${PLACES}|gewachsen)(?!\p{L}))`,
  'iu',
)
const PART = new RegExp(String.raw`^\s(?:at|in|from|who|that)\s(?!the end|total|${PLACES})`, 'iu')
const ON_TEAM = /^\s(?:(?:on|in) (?:the|our) team|on (?:the |our )?payroll)\b/i
/** Words before employees who are our own, unlike in "We helped 1,200 employees". */
const OPEN = new RegExp(String.raw`^[^\p{L}]*$|[:,;]\s*$|(?<!\p{L})(?:with|all|total|${LINK}|${WE})[\s~]*$`, 'iu')
const MOVED =
  /(?<!\p{L})(?:hir(?:ed?|es|ing)|add(?:ed|ing|s)?|join(?:ed|ing|s)?|open roles?|roles|laid off|let|fired|cut|lost|left|departed|goodbye|parted|by|recruit\p{L}*|interview\p{L}*|train(?:ed|ing)?|onboard\p{L}*|sp(?:oke|eak)\p{L}*|met|compan(?:y|ies) (?:of|with)|businesses|eingestellt|neue[nr]?|entlassen|recrut\p{L}*|embauch\p{L}*|contrat\p{L}*|nuev[oa]s|nov[oa]s|assunt\p{L}*|nuov[ie]|aangenomen|nieuwe|anställt|nya|nye|ansatt)(?!\p{L})/iu
const MOVES =
  /^\s(?:who |have |has )?(?:go(?:ne)?|left|leav\p{L}+|join\p{L}*|start\p{L}*|depart\p{L}*|resign\p{L}*|quit)(?!\p{L})/iu

/** The headcount that a clause states. */
export function peopleIn(clause: string): Found[] {
  const found = Array.from(clause.matchAll(PEOPLE), ({ 0: written, 1: number = '', index, groups }) => {
    const before = clause.slice(0, index)
    const after = clause.slice(index + written.length)
    return { number, isOurs: isHeadcount(before, groups ?? {}, after) }
  })
  const japanese = Array.from(clause.matchAll(JAPANESE), ({ 1: number = '' }) => ({ number, isOurs: true }))
  return [...found, ...japanese].flatMap(({ number, isOurs }) =>
    isOurs && numberOf(number) > 0 ? [counted('headcount', number, numberOf(number))] : [],
  )
}

type Noun = Record<string, string | undefined>

function isHeadcount(before: string, { staff, anybody, crew }: Noun, after: string): boolean {
  if (crew !== undefined) return WE_ARE.test(before)
  const isWhole = WHOLE.test(after)
  if (isWhole && (anybody === undefined ? TEAM_IS : WE_ARE).test(before)) return true
  if (MOVES.test(after)) return false
  if (staff !== undefined) {
    const near = /[^,;:]*$/.exec(before)?.[0] ?? ''
    const isOurs = OURS.test(`${before} ${staff}`) && OPEN.test(before)
    return !MOVED.test(near) && !PART.test(after) && (isOurs || isItem(before))
  }
  return anybody !== undefined && !MOVED.test(before) && (ON_TEAM.test(after) || (isWhole && isItem(before)))
}

const LISTED = /,\s$/
const JOINED = /\s(?:and|with|plus|und|mit|et|avec|y|con|e|och|og)\s$/i

/** Whether metrics precede it: "$12.5k MRR, 4 people", "$500k ARR with six people". */
const isItem = (before: string): boolean =>
  LISTED.test(before)
    ? [MONEY_CUES, MONTHS_CUES].some((cues) => cuesIn(before, cues).some(({ kind }) => kind !== null))
    : JOINED.test(before) && endsWithMetric(before.replace(JOINED, ''))
