import { FIRST_PERSON } from '#domain/updates/mail-words.ts'
import { hasValue } from './asides.ts'
import { isPeriod } from './periods.ts'
import { isPlanned, phrase } from './words.ts'

const LONGEST_HEADING = 80
const MOST_WORDS = 8
const GOAL = String.raw`goals?|targets?|plans?|planned|forecasts?|budget|outlook|priorit(?:y|ies)|next (?:month|quarter|year|steps?)|roadmap|OKRs?|looking ahead|what['’]s next|guidance|projections?|milestones|Ziele?|Planung|Ausblick|nächste Schritte|Prioritäten|Prognosen?|objectifs?|perspectives|prochaines étapes|priorités|objetivos?|próximos pasos|prioridades|metas|próximos passos|obiettivi|prossimi passi|priorità|doelen|doelstellingen|vooruitblik|volgende stappen|mål|nästa steg|neste steg`
const GOALS = phrase(GOAL)
const GOALS_FIRST = phrase(String.raw`^(?:(?:our|the|key|top|main|company|financial)\s)*(?:${GOAL})`)
/** A review of goals has actual values. */
const REVIEWED = /\b(?:vs\.?|versus|against|actuals?|met|achieved|hit|review(?:ed)?|progress|recap)\b/i
const ELSEWHERE =
  /^(?:(?:our|the) )?(?:competit(?:ors?|ion|ive)|market|industry|Wettbewerb(?:er)?|Markt|concurren(?:ce|ts)|marché|competencia|competidores|mercado|concorrência|concorrenza|mercato)(?: (?:landscape|update|overview|news|watch))?:?$|\b(?:last year|(?:a|one) year ago):$/i
const FACTS = phrase(
  String.raw`numbers|metrics|KPIs?|figures|financials?|finances?|results|actuals?|snapshot|highlights|lowlights|wins|summary|TL;DR|traction|today|where we are|status|team|cash|product|customers|fundraising|hiring|asks?|thanks|thank you|Zahlen|Kennzahlen|Finanzen|Ergebnisse|Stand|chiffres(?: clés)?|indicateurs|résultats|cifras|métricas|finanzas|resultados|números|financeiro|numeri|risultati|cijfers|resultaten|nyckeltal|siffror|nøkkeltall|tal`,
)

/** What a heading says about the lines below it; null for a line that isn't a heading. */
export function headingOf(line: string): 'plan' | 'facts' | null {
  const isAnnounced = /[:：]$/.test(line)
  const said = (isAnnounced ? (/[^.!?]*$/.exec(line)?.[0] ?? '') : line)
    .trim()
    .replace(/^as (?:planned|expected),/i, '')
  if (said.length > LONGEST_HEADING || hasValue(said)) return null
  if (ELSEWHERE.test(said)) return 'plan'
  const words = said.split(' ')
  const isFacts = said.search(FACTS) >= 0
  if (isAnnounced) {
    const isPlan = said.search(GOALS) >= 0 || (FIRST_PERSON.test(said) && isPlanned(said) && !isFacts)
    return isPlan && !REVIEWED.test(said) ? 'plan' : 'facts'
  }
  if (/[.!?,;]$/.test(said) || words.length > MOST_WORDS) return null
  // "Q4 goals", but not "Launched the new pricing plan".
  const undated = words.filter((word) => !/\d/.test(word) && !isPeriod(word)).join(' ')
  if (undated.search(GOALS_FIRST) >= 0) return REVIEWED.test(said) ? 'facts' : 'plan'
  return isFacts ? 'facts' : null
}
