/** Matches `words` as whole words, and `anywhere` inside text in languages that are written without spaces. */
export const phrase = (words: string, anywhere = '(?!)'): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{Script=Latin}\p{N}])|(?:${anywhere})`, 'giu')

const PLANNED = [
  /\b(?:targets?|targeting|goals?|aim(?:s|ing)?|plan(?:s|ned|ning)?|expect(?:s|ed|ing)?|forecasts?|project(?:s|ed|ing|ions?)|budget(?:s|ed|ing)?|hop(?:e|es|ing)|would|could|should|will|won['’]t|want(?:s|ed)?|guidance|north star|OKRs?|KR ?\d|focus(?=:)|policy|on track|with(?:out)? (?:the|this|our|a) (?:new )?(?:bridge|round|raise|extension|funding)|next (?:month|quarter|year|milestone|goal)|looking (?:for|to)|by (?:the )?end of|by (?:year[- ]end|q[1-4])|until we|to (?:reach|hit|get to)|potential|estimated?|assum(?:e|es|ing)|if|once (?:we|the|our|this|all)|about to|getting close|shy of|to go|(?:when|before) we (?:hit|reach|get|cross|pass)|need(?:s|ed|ing)?|requires?|approaching|closing in on|(?:way|path|road) to|halfway to|away from|short of|break[- ]?even (?:is|at|point|of|requires|needs)|(?:worst|best|base)[- ]case|scenario|capped|of up to|at most)\b|['’](?:ll|d)\b|^another\b/i,
  phrase(
    String.raw`Ziel(?:e|en|wert)?|planen|plant|geplant|Planung|Planwert|erwarten|erwartet|Erwartung|Prognosen?|budgetiert|hoffen|wollen|werden|wird|würden?|sollen?|sollte[n]?|könnten?|bis (?:zum )?(?:Ende|Jahresende)|nächste[nrs]? (?:Monat|Quartal|Jahr)|wenn wir|falls wir|möchten|peilen|streben|objectifs?|prévoyons|prévu[es]*|prévisions?|visons|attendons|espérons|d['’]ici|prochaine?s?|atteindr\p{L}+|serait|sera|devrait|si nous|aimerions|voudrions|objetivos?|(?:nuestra|la|a|nossa|de) meta|meta de|planeamos|previst[oa]s?|prevemos|previsión|esperamos|queremos|(?:nos )?gustaría|querríamos|gostaríamos|vorremmo|próxim[oa]s?|para final(?:es)?|si logramos|projeção|projetamos|pretendemos|obiettivo|prevediamo|previsione|contiamo di|prossim[oa]|doel(?:stelling)?|verwachten|verwacht|willen|volgende?|mål(?:et)?|planerar|planlegger|planlægger|förväntar|forventer|forventet|prognos(?:en)?|nästa|neste|næste|kommer att|ska|vil`,
    '目標|予定|見込|予想|計画|来月|来期|来年|目标|预计|计划|목표|예상|계획',
  ),
]
const GOALS = [
  /^[^\p{L}\p{N}]*(?:(?:grow|get|reach|reduce|keep|bring|increase(?! in)|double|triple|achieve|extend|scale|push|drive|lower|maintain|stay|cross|exceed|surpass|close|secure|improve|(?:finish|end|exit)(?= (?:the|20|q[1-4]))|atteindre|réduire|passer|doubler|augmenter|maintenir|llegar|alcanzar|reducir|aumentar|mantener|chegar|atingir|reduzir|manter|raggiungere|ridurre|aumentare)\s|\[ \]|[☐⬜🎯])/iu,
  /^(?!.*(?:konnten|haben|hat|ist|liegt|wollen)).*\s(?:senken|erreichen|steigern|erhöhen|verlängern|reduzieren|halten)[.!]?$/iu,
]
const NEGATED = [
  /\b(?:not|never|no longer|without|neither|nor|cannot)\b(?! (?:including|counting|only))|n['’]t\b/i,
  phrase(
    String.raw`nicht|keine?[nrms]?|nie|ohne|weder|pas|jamais|aucune?|no (?:tenemos|hemos|es|está|son|fue|llega\p{L}*|alcanz\p{L}*)|nunca|não|sem|non (?:abbiamo|è|sono|siamo|ha)|senza|niet|geen|inte|ikke|ingen|aldri[g]?`,
    'ありません|ません|ない|没有|않',
  ),
]
const OTHERS = [
  /^(?:it|he|she) (?:has|had|employs|makes|generates|reported|claims)\b|\b(?:competitors?|rivals?|market|industry|sector|average(?! (?:monthly |net )*burn)|typical(?:ly)?|benchmarks?|median|peers?|their|they|(?<!of )them|compet(?:es?|ed|ing)|reportedly|allegedly|rumou?red|his|her|incumbents?|acquirer|companies (?:like|with|at)|(?:customers?|clients?|partners?|investors?|funds?|prospects?|merchants?|sellers?|users?|businesses|brands?|startups?|fintechs?) (?:has|have|had|with|does|do|whose|like|called|named|generated?|made|make|processed|sold|sell|on our platform))\b/i,
  phrase(
    String.raw`Wettbewerber[ns]?|Konkurrent(?:en)?|Konkurrenz|Markt(?:es|volumen)?|Branche|Durchschnitt|durchschnittlich|concurrents?|marché|secteur|moyenne|competidor(?:es)?|mercado|en promedio|concorrentes?|setor|em média|concorrenti|mercato|settore|in media|concurrent(?:en)?|gemiddelde?|konkurrent(?:er|en|erna|erne)?|marknad(?:en)?|marked(?:et)?|bransch(?:en)?|bransjen?`,
    '競合|市場|業界|平均|竞争对手|市场|行业|경쟁사|시장',
  ),
]
/** Only English: in German ("Unser Kunde Northwind"), a capital says nothing because every noun has one. */
const NAMED_OTHERS =
  /\b(?:[Cc]ustomers?|[Cc]lients?|[Pp]artners?|[Ii]nvestors?|[Ff]unds?),? \p{Lu}|\p{Lu}\p{L}+, (?:an?|one of our|our) (?:\p{L}+ ){0,2}(?:customers?|clients?|partners?|investors?)\b/u
const FORMER = [
  /\b(?:last|previous|prior|past) year\b|\b(?:a|one) year ago\b|\byear before\b|\bback in\b|\byou invested\b|\bused to\b|\bformerly\b|\b(?:months?|quarters?|years?) ago\b|\b(?:started|began) (?:the (?:year|quarter|month)|20\d\d|q[1-4]|out|at|with)\b|\bat the (?:start|beginning) of\b|\bwhen (?:you|we) (?:first |last )?(?:invested|raised|started|launched|joined|met)\b|\b(?:previously|originally|initially|back then)\b/i,
  phrase(
    String.raw`Vorjahr(?:es)?|letzte[sn]? Jahr|vergangenen Jahr|vor einem Jahr|l['’]an dernier|l['’]année dernière|año pasado|hace un año|ano passado|ano anterior|anno scorso|vorig jaar|afgelopen jaar|förra året|i fjor|sidste år|för ett år sedan`,
    '昨年|前年|去年|작년',
  ),
]

/** Words before a number that is only a point of comparison. */
const COMPARED =
  /\b(?:from|vs\.?|versus|compared (?:to|with)|against|than|since|on|over|gegenüber|verglichen mit|contre|frente a|rispetto a|tegenover|jämfört med|sammenlignet med|från|fra)\s+(?:about |around |roughly |~|the |a )?/i
const COMPARED_BEFORE = new RegExp(`${COMPARED.source}$`, 'i')
const BEGAN_ANYWHERE = /^(?:から|에서)/

/** "60万円から80万円" begins with the starting value. */
export const isCompared = (before: string, after = ''): boolean =>
  (COMPARED_BEFORE.test(before) && !/\b(?:on|over|a)\s*$/i.test(before)) || BEGAN_ANYWHERE.test(after)

const says = (clause: string, patterns: RegExp[]) => patterns.some((pattern) => clause.search(pattern) >= 0)

/** Plans, denials, other companies' metrics, and metrics from a year ago. */
export const isUncertain = (clause: string): boolean =>
  isPlanned(clause) || isDenied(clause) || isOther(clause) || isFormer(clause)

export const isPlanned = (text: string): boolean => says(text, PLANNED)

/** "ARR is $1.8M, up from $1.2M last year" is current. */
export const isFormer = (text: string): boolean => says(text, FORMER) && !COMPARED.test(text)

export const isOther = (text: string): boolean => says(text, OTHERS) || NAMED_OTHERS.test(text)

const PRESENT =
  /\b(?:now|currently|today|so far|this (?:month|quarter)|ended|closed|finished|actual(?:ly)?|aktuell|derzeit|actuellement|actualmente|atualmente|attualmente)\b/i

export const isPresent = (text: string): boolean => PRESENT.test(text)

export const isDenied = (text: string): boolean => says(text, NEGATED)

/** Goals are often written as orders ("Get burn under $80k") or open tasks ("[ ] $100k MRR"). */
export const isGoal = (sentence: string): boolean => says(sentence, GOALS)
