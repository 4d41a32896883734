import type { MetricKind } from '#domain/updates/update.ts'
import { phrase } from './words.ts'

/** Words that tell what an amount or a number of months is; the kind is null if it's none of the metrics. */
export type Cue = { kind: MetricKind | null; text: string; start: number; end: number }
type Cues = [MetricKind | null, RegExp][]

const METRIC = 'ARR|MRR|recurring revenue|revenues?|sales|burn|cash'
/** Words before a metric that make it a part or another version of it: "new MRR", "UK revenue". */
const PARTIAL =
  'new|normali[sz]ed|adjusted|underlying|minimum|maximum|required|pro[- ]forma|opening|beginning|starting|previous|prior|added|additional|incremental|extra|lost|churned|expansion|contraction|upsell|contracted|committed|signed|booked|potential|pipeline|weighted|deferred|unearned|restricted|cumulative|lifetime|YTD|neue[rnsm]?|zusätzliche[rnsm]?|nouveaux?|nouvelles?|nuev[oa]s?|nov[oa]s?|nuov[oaie]|nieuwe?'
const SEGMENT =
  'services?|weekly|daily|enterprise|SMB|mid-market|self-serve|B2B|B2C|UK|US|EU|EMEA|APAC|DACH|European|international|domestic|retail|hardware|software|product|subscription|licen[cs]e|advertising|ad|implementation|setup|one-off|one-time|non-recurring|pilot|partner|consulting|grant|other|paid|costs? of(?: our)?'
/** Words after a metric that make it something else: "revenue per employee", "cash flow". */
const RELATED = String.raw`by (?!month|quarter)\p{L}+|per (?!month|quarter|year|annum|week)\p{L}+|split|breakdown|mix|at risk|churned|pipeline|growth|churn|added|lost|loss|ceiling|cap|limit|target|budget|goal|share|multiples?|expansion|contraction|retention|potential|opportunit(?:y|ies)|(?:in|out)?flows?|collected|collections|received|receipts|out|cycles?|team|reps?|bookings?|quota|deals?|(?:and|&) marketing`

export const MONEY_CUES: Cues = [
  [
    'arr',
    phrase(
      String.raw`ARR|annual(?:i[sz]ed)? recurring revenue|annuali[sz]ed revenue|(?:revenue )?run[- ]rate(?: revenue)?|jährlich wiederkehrende[rn]? (?:Umsatz|Umsätze|Erlöse)|revenus? annuels? récurrents?|ingresos recurrentes anuales|receita recorrente anual|ricavi ricorrenti annuali`,
      '年間経常収益',
    ),
  ],
  [
    'mrr',
    phrase(
      String.raw`MRR|monthly recurring revenue|monatlich wiederkehrende[rn]? (?:Umsatz|Umsätze|Erlöse)|revenus? mensuels? récurrents?|ingresos recurrentes mensuales|receita recorrente mensal|ricavi ricorrenti mensili`,
      '月[次間]経常収益',
    ),
  ],
  [
    'revenue',
    phrase(
      String.raw`revenues?|sales|turnover|(?:Monats|Quartals|Netto|Gesamt)?Umsatz|Umsätze|Umsatzerlöse|Erlöse|chiffre d['’]affaires|CA(?= (?:T[1-4]|mensuel|trimestriel|net|du|de)(?!\p{L})| ?:)|ingresos|facturación|ventas|receitas?|faturamento|ricavi|fatturato|omzet|omsetning(?:en)?|omsättning(?:en)?|omsætning(?:en)?|intäkter(?:na)?`,
      '売上高?|营收|매출',
    ),
  ],
  [
    'burn',
    phrase(
      String.raw`(?:net |gross )?(?:(?:monthly |cash )*burn(?:ed|ing|t)?(?:[- ]?rate)?)(?:\s+(?:net|gross)(?=\s*:))?|Mittelabfluss|Kapitalverbrauch|consommation de trésorerie|quema de caja|queima de caixa`,
      'バーンレート',
    ),
  ],
  [
    'cash',
    phrase(
      String.raw`cash(?: (?:in|at) (?:the )?bank| on hand| position| balance)?|(?:left |still )?in (?:the |our )?bank(?: accounts?)?|in (?:the|our) (?:bank )?accounts?|bank(?=\s?[:=])|bank balance|balance|treasury(?=\s?[:=])|auf (?:dem Konto|der Bank)|Kontostand|Kassen?(?:bestand)?|Cash-?bestand|Barmittel|liquiden? Mittel|Bankguthaben|Liquidität|trésorerie|en banque|en (?:el )?banco|(?:en )?caja|tesorería|(?:em )?caixa|no banco|(?:in )?cassa|in banca|liquidità|op de bank|banksaldo|i kassan|kassan?|på (?:konto(?:en|et)?|banken|bok)|likviditet(?:en)?`,
      '現預金|手元資金|现金|현금',
    ),
  ],
  [
    null,
    phrase(
      String.raw`(?:(?:${PARTIAL}|${SEGMENT})\s)+(?:${METRIC})(?: (?:${RELATED}))?|(?:${METRIC})[ -](?:${RELATED})|recurring revenue|CARR|cash in(?=\s?[:=])|(?:loan|outstanding) balance|balance sheet`,
    ),
  ],
  [
    null,
    phrase(
      String.raw`rais(?:ed?|es|ing)|round|bridge|funding|valuation|valued|cap|seed|series [a-f]|SAFEs?|term sheet|proceeds|deals?|contracts?|LOIs?|ACV|TCV|pipeline|bookings?|backlog|billings|invoiced?s?|receivables?|payables?|prices?|pricing|grants?|prize|credits|salar(?:y|ies)|payroll|wages|rent|loans?|debt|credit|facility|saved?|savings?|invest(?:ed|ment|ing)|fees?|costs?|COGS|opex|capex|expenses?|spen[dt]|spending|profits?|loss(?:es)?|income|EBITDA|margins?|tax(?:es)?|refunds?|GMV|TPV|AUM|volume|processed|per (?:user|seat|customer)|LTV|CAC|ARPU|ARPA|AOV|quota|OTE|sold for|\p{L}*runde|eingesammelt|aufgenommen|Bewertung|Auftrag|Aufträge|Vertrag|Verträge|Darlehen|Förderung|Zuschuss|Gehalt|Gehälter|Kosten|Gewinn|Verlust|Ergebnis|Preis|investiert|levé[es]*|tour de table|valorisation|contrats?|subvention|prêt|prix|coûts?|charges|dépenses|bénéfices?|pertes?|ronda|levantado|levantamos|valoración|contratos?|préstamo|subvención|precio|costes?|gastos|beneficios?|pérdidas?|rodada|captamos|captação|avaliação|empréstimo|custos?|despesas|lucro|preço|valutazione|contratto|finanziamento|prestito|cost[oi]|utile|perdita|prezzo|financieringsronde|financiering|waardering|contract|subsidie|lening|kosten|winst|verlies|prijs|emission|värdering|avtal|lån|bidrag|kostnad(?:er)?|vinst|emisjon|verdsettelse`,
      '調達|評価額|契約|融資|費用|利益|融资|估值|合同|투자|계약',
    ),
  ],
]

const OF_MONEY = 'cash|funding|money|trésorerie|liquidité|autonomie|caja|tesorería|caixa|cassa|autonomia|liquidità'
export const MONTHS_CUES: Cues = [
  [
    'runway',
    phrase(
      String.raw`(?:cash |financial )?runway|(?<=(?:months?|years?|mois|ans|meses|años|anos|mesi|anni) (?:of |de |di |d['’]))(?:${OF_MONEY})|Reichweite|Cash-Reichweite`,
      'ランウェイ|런웨이|runway',
    ),
  ],
  [
    null,
    phrase(
      String.raw`payback|contracts?|pilots?|terms?|lease|notice|cohorts?|retention|cycles?|trial|vesting|cliff|grants?|(?:over|after|within|during|every|in)(?= (?:the )?(?:(?:last|past|next|first|coming) )?\d)|Laufzeit|durée|plazo|prazo|durata`,
    ),
  ],
]

/** Where cues overlap, the longest counts: "annual recurring revenue" contains "revenue". */
export function cuesIn(text: string, cues: Cues): Cue[] {
  const all = cues.flatMap(([kind, pattern]) =>
    Array.from(text.matchAll(pattern), ({ 0: found, index: start }) => ({
      kind,
      text: found,
      start,
      end: start + found.length,
    })),
  )
  const kept: Cue[] = []
  for (const cue of all.toSorted((a, b) => b.end - b.start - (a.end - a.start)))
    if (!kept.some(({ start, end }) => cue.start < end && start < cue.end)) kept.push(cue)
  return kept.toSorted((a, b) => a.start - b.start)
}
