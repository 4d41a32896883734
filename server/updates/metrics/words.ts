import type { MetricKind } from '#domain/updates/update.ts'

/** Matches `words` as whole words, and `anywhere` inside text in languages that are written without spaces. */
const phrase = (words: string, anywhere = '(?!)'): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])|(?:${anywhere})`, 'giu')

/** Words that tell what an amount is; null for money that is none of these metrics. */
export const MONEY_CUES: [MetricKind | null, RegExp][] = [
  [
    'arr',
    phrase(
      String.raw`ARR|annual(?:i[sz]ed)? (?:recurring )?revenue|run[- ]rate|jährlich wiederkehrende[rn]? (?:Umsatz|Umsätze|Erlöse)|revenus? annuels? récurrents?|ingresos recurrentes anuales|receita recorrente anual|ricavi ricorrenti annuali`,
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
      String.raw`revenues?|sales|turnover|(?:Monats|Quartals)?Umsatz|Umsätze|Umsatzerlöse|Erlöse|chiffre d['’]affaires|ingresos|facturación|ventas|receitas?|faturamento|ricavi|fatturato|omzet|omsetning(?:en)?|omsättning(?:en)?|omsætning(?:en)?|intäkter(?:na)?`,
      '売上高?|营收|매출',
    ),
  ],
  [
    'burn',
    phrase(
      String.raw`(?:net |gross )?burn(?:ed|ing|t)?(?:[- ]rate)?|Mittelabfluss|Kapitalverbrauch|consommation de trésorerie|quema de caja|queima de caixa`,
      'バーンレート',
    ),
  ],
  [
    'cash',
    phrase(
      String.raw`cash|in (?:the )?bank|bank balance|balance|auf dem Konto|Kontostand|Kassen?(?:bestand)?|Barmittel|liquiden? Mittel|Bankguthaben|Liquidität|trésorerie|en banque|en (?:el )?banco|en caja|tesorería|(?:em )?caixa|no banco|in (?:cassa|banca)|liquidità|op de bank|i kassan|kassan|på (?:konto(?:en|et)?|banken|bok)|likviditet(?:en)?`,
      '現預金|手元資金|现金|현금',
    ),
  ],
  [
    null,
    phrase(
      String.raw`rais(?:ed?|ing)|round|valuation|valued|cap|seed|series [a-f]|deals?|contracts?|ACV|pipeline|bookings?|prices?|pricing|grants?|salar(?:y|ies)|loans?|debt|credit|saved?|savings?|invest(?:ed|ment|ing)|fees?|costs?|spen[dt]|GMV|volume|per (?:user|seat|customer)|LTV|CAC|ARPU|\p{L}*runde|eingesammelt|aufgenommen|Bewertung|Auftrag|Aufträge|Vertrag|Verträge|Darlehen|Förderung|Zuschuss|Gehalt|Gehälter|Kosten|Preis|investiert|levé[es]*|tour de table|valorisation|contrats?|subvention|prêt|prix|coûts?|ronda|levantado|levantamos|valoración|contratos?|préstamo|subvención|precio|costes?|rodada|captamos|captação|avaliação|empréstimo|custos?|preço|valutazione|contratto|finanziamento|prestito|cost[oi]|prezzo|financieringsronde|financiering|waardering|contract|subsidie|lening|prijs|emission|värdering|avtal|lån|bidrag|kostnad(?:er)?|emisjon|verdsettelse`,
      '調達|評価額|契約|融資|費用|融资|估值|合同|투자|계약',
    ),
  ],
]

const PLANNED = [
  /\b(?:targets?|targeting|goals?|aim(?:s|ing)?|plan(?:s|ned|ning)?|expect(?:s|ed|ing)?|forecasts?|project(?:s|ed|ing|ions?)|budget(?:ed)?|hop(?:e|es|ing)|would|could|should|will|won['’]t|want(?:s|ed)?|guidance|on track|next (?:month|quarter|year)|by (?:the )?end of|by (?:year[- ]end|q[1-4])|if we|until we|to (?:reach|hit|get to)|potential|estimated?|assum(?:e|es|ing))\b|['’]ll\b/i,
  phrase(
    String.raw`Ziel(?:e|en|wert)?|planen|plant|geplant|Planung|Planwert|erwarten|erwartet|Erwartung|Prognosen?|budgetiert|hoffen|wollen|werden|wird|würden?|sollen?|sollte[n]?|könnten?|bis (?:zum )?(?:Ende|Jahresende)|nächste[nrs]? (?:Monat|Quartal|Jahr)|wenn wir|objectifs?|prévoyons|prévu[es]*|prévisions?|visons|attendons|espérons|d['’]ici|prochaine?s?|atteindr\p{L}+|serait|sera|devrait|si nous|objetivos?|(?:nuestra|la|a|nossa|de) meta|meta de|planeamos|previst[oa]s?|prevemos|previsión|esperamos|queremos|próxim[oa]s?|para final(?:es)?|si logramos|projeção|projetamos|pretendemos|obiettivo|prevediamo|previsione|contiamo di|prossim[oa]|doel(?:stelling)?|verwachten|verwacht|willen|volgende?|mål(?:et)?|planerar|planlegger|planlægger|förväntar|forventer|forventet|prognos(?:en)?|nästa|neste|næste|kommer att|ska|vil`,
    '目標|予定|見込|予想|計画|来月|来期|来年|目标|预计|计划|목표|예상|계획',
  ),
]
const NEGATED = [
  /\b(?:not|never|no longer|without|neither|nor|cannot)\b(?! (?:including|counting|only))|n['’]t\b/i,
  phrase(
    String.raw`nicht|keine?[nrms]?|nie|ohne|weder|pas|jamais|aucune?|no (?:tenemos|hemos|es|está|son|fue|llega\p{L}*|alcanz\p{L}*)|nunca|não|sem|non (?:abbiamo|è|sono|siamo|ha)|senza|niet|geen|inte|ikke|ingen|aldri[g]?`,
    'ありません|ません|ない|没有|않',
  ),
]
const OTHERS = [
  /\b(?:competitors?|rivals?|market|industry|sector|average|typical(?:ly)?|benchmarks?|median|peers?|their|they|them|his|her|incumbents?|acquirer|companies (?:like|with|at)|(?:customers?|clients?|partners?|investors?|funds?) (?:has|have|had|with|does|do|whose|like|called|named))\b/i,
  phrase(
    String.raw`Wettbewerber[ns]?|Konkurrent(?:en)?|Konkurrenz|Markt(?:es|volumen)?|Branche|Durchschnitt|durchschnittlich|concurrents?|marché|secteur|moyenne|competidor(?:es)?|mercado|en promedio|concorrentes?|setor|em média|concorrenti|mercato|settore|in media|concurrent(?:en)?|gemiddelde?|konkurrent(?:er|en|erna|erne)?|marknad(?:en)?|marked(?:et)?|bransch(?:en)?|bransjen?`,
    '競合|市場|業界|平均|竞争对手|市场|行业|경쟁사|시장',
  ),
]
/** Only English: in German ("Unser Kunde Northwind"), a capital says nothing because every noun has one. */
const NAMED_OTHERS = /\b(?:[Cc]ustomers?|[Cc]lients?|[Pp]artners?|[Ii]nvestors?|[Ff]unds?),? \p{Lu}/u
const FORMER = [
  /\b(?:last|previous|prior|past) year\b|\b(?:a|one) year ago\b|\byear before\b|\bback in (?:19|20)\d\d\b|\bused to\b|\bformerly\b/i,
  phrase(
    String.raw`Vorjahr(?:es)?|letzte[sn]? Jahr|vergangenen Jahr|vor einem Jahr|l['’]an dernier|l['’]année dernière|año pasado|hace un año|ano passado|ano anterior|anno scorso|vorig jaar|afgelopen jaar|förra året|i fjor|sidste år|för ett år sedan`,
    '昨年|前年|去年|작년',
  ),
]

/** Words before a figure that is only a point of comparison. */
const COMPARED =
  /\b(?:from|vs\.?|versus|compared (?:to|with)|against|than|since|on|over|gegenüber|verglichen mit|contre|frente a|rispetto a|tegenover|jämfört med|sammenlignet med|från|fra)\s+(?:about |around |roughly |~|the |a )?/i
const COMPARED_BEFORE = new RegExp(`${COMPARED.source}$`, 'i')
/** What follows a starting value: "60 k€ à 84 k€". */
const BEGAN = /^\s?(?:to|auf|à|a|para|naar|till|til)\s(?:\p{Sc}|R\$|\d)/iu
const BEGAN_ANYWHERE = /^(?:から|에서)/

export const isCompared = (before: string, after = ''): boolean =>
  (COMPARED_BEFORE.test(before) && !/\b(?:on|over|a)\s*$/i.test(before)) || BEGAN_ANYWHERE.test(after)

/** "from 60 to 84", but not "$1.5 to 2M", which is a range. */
export const isBeginning = (before: string, after: string): boolean =>
  BEGAN.test(after) && /(?<!\p{L})(?:from|von|de|del|da|van|från|fra)\s$/iu.test(before)

const says = (clause: string, patterns: RegExp[]) => patterns.some((pattern) => clause.search(pattern) >= 0)

/** Plans, denials, other companies' metrics, and figures from a year ago. */
export const isUncertain = (clause: string): boolean =>
  isPlanned(clause) ||
  says(clause, NEGATED) ||
  says(clause, OTHERS) ||
  NAMED_OTHERS.test(clause) ||
  (says(clause, FORMER) && !COMPARED.test(clause))

export const isPlanned = (text: string): boolean => says(text, PLANNED)
