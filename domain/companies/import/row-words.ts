import { fold } from './headings.ts'

const words = (text: string) => new Set(fold(text).split('|'))

/** A row that is called exactly this is a total. */
export const TOTALS = words(
  [
    'total|totals|grand total|grand totals|overall total|subtotal|subtotals|sub-total|sub total|average|avg|weighted average',
    'minimum|maximum|total portfolio|portfolio total|net total|summe|gesamtsumme|zwischensumme|gesamt|insgesamt|durchschnitt|mittelwert',
    'anzahl|total général|sous-total|somme|moyenne|suma total|total general|promedio|total geral|totale|totale generale',
    'subtotale|somma|合計|総合計|小計|総計|平均|合计|总计|小计|总额|합계|총계|razem|łącznie|średnia|итого|всего|среднее|разом|totaal|subtotaal',
    'gemiddelde|totalt|i alt|yhteensä|toplam|genel toplam|celkem|összesen|σύνολο|סה"כ|סהכ|المجموع',
  ].join('|'),
)
/** These are names too, so nothing else in the row may describe a company. */
export const POSSIBLE_TOTALS = words('sum|mean|median|count|suma|soma|summa|media|mediana|médiane|snitt')

/** Nobody calls a company this, whatever follows. */
export const CERTAIN_TOTAL =
  /^(?:sub[- ]?totals?|zwischensumme|gesamtsumme|sous-total|subtotale|subtotaal|totals? (?:for|of|per)|total[:–—-]|итого|всего)(?:\W|$)/
export const BEGINS_AS_TOTAL =
  /^(?:(?:grand |overall |net |running |cumulative )?totals?|totale|totaal|totalt|summe|gesamt|insgesamt|somme|toplam|celkem|razem|(?:weighted )?average|avg|median|minimum|maximum|durchschnitt|moyenne|promedio|gemiddelde)[\s.:–—-]+(?=\S)/
/** Also names: Suma Capital, Summa Equity. */
export const MAY_BEGIN_AS_TOTAL = /^(?:sum|suma|soma|somma|summa)[\s:–—-]+(?=\S)/
export const ENDS_AS_TOTAL = /\S\W+(?:sub)?total[e]?$|\S\W+(?:gesamt|insgesamt|summe)$|小計$|合計$|合计$|小计$/
/** "Of which exited" */
export const PART_OF_TOTAL =
  /^(?:of which|thereof|davon|dont|de los cuales|de las cuales|dos quais|das quais|di cui|waarvan|varav)[\s:]/

export const TOTAL_WORDS = words(
  'total|totals|subtotal|totale|totaal|totalt|summe|gesamt|insgesamt|somme|toplam|celkem|razem|average|avg|minimum|maximum|durchschnitt|moyenne|promedio|gemiddelde',
)
/** Rules out nearly all names. */
export const HAS_TOTAL_WORD = new RegExp([...TOTAL_WORDS].join('|'))
/** What a total may be a total of. */
export const TOTALED = words(
  [
    'grand|overall|running|cumulative|weighted',
    'invested|investment|investments|portfolio|companies|company|startups|deals|positions|holdings|cost|costs|value|values|fair|market|book|nav',
    'capital|committed|commitment|commitments|called|active|inactive|exited|exits|realized|unrealized|realised|unrealised|written|write|off|offs',
    'closed|current|former|open|live|gross|net|all|cash|proceeds|distributions|distributed|returned|gain|gains|loss|losses|amount|amounts|assets',
    'liabilities|securities|stock|stocks|shares|preferred|common|convertible|notes|note|safe|safes|loans|debt|fund|funds|spv|spvs|syndicate',
    'syndicates|direct|follow|ons|fees|incl|including|excl|excluding|before|after|tax|taxes|date|ytd|check|cheque|ticket|size|multiple|moic|irr',
    'ownership|stake|holding|period|beteiligungen|investiert|investitionen|aktiv|aktive|wert|unternehmen|firmen|betrag|kosten|bestand|investi',
    'investis|participations|sociétés|portefeuille|actif|actifs|actives|cédés|cédées|général|montant|valeur|hors|frais|invertido|inversiones',
    'inversión|empresas|cartera|activas|activos|importe|valor|participadas|salidas|investido|investimentos|carteira|ativas|investito|investimenti',
    'erlös|erlöse|produits|ingresos|ricavi|desinversiones|aziende|partecipazioni|portafoglio|attive|valore|generale|geïnvesteerd|bedrijven',
    'vivas|of|for|per|in|and|the|by|to|on|at|as|de|del|des|du|der|die|das|di|do|da|la|le|les|los|las|el|il|y|e|et|und|en|van|von',
  ].join('|'),
)

/** "5 deals", "n = 5", "Anzahl: 5" */
export const COUNTED =
  /^(?:(?:n|count|anzahl|number|nombre|numero|aantal|antal) ?[:=] ?(\d{1,6})|(\d{1,6}) (?:companies|startups|deals|investments|positions|holdings|records|rows|items|entries|unternehmen|firmen|beteiligungen|societes|entreprises|participations|lignes|empresas|companias|inversiones|participadas|registros|investimentos|aziende|societa|partecipazioni|bedrijven|bolag|foretag|selskaper|firm|spolek|компаний)(?: (?:total|in total|insgesamt|gesamt|au total|en total))?)$/

const CODE = '(?:usd|eur|gbp|chf|jpy|cad|aud|nzd|sek|nok|dkk|pln|czk|sgd|hkd|cny|inr|brl|mxn|ils|zar)'

/** Figures about a portfolio. */
export const METRICS = new RegExp(
  `^(?:${[
    '(?:net |gross |fund |portfolio )?(?:irr|xirr|moic|tvpi|dpi|rvpi)|net asset value|net assets|p&l|gain/loss|profit (?:and|&|/) loss|ytd|year to date',
    'cash (?:and|&) (?:cash )?equivalents|cash (?:balance|in bank|on hand|position)|uninvested cash|dry powder|money market funds?',
    '(?:opening|closing|bank|starting|ending|beginning) balance|balance (?:carried|brought) forward|(?:follow-on )?reserves for follow-ons?',
    '(?:bank|wire|management|admin|administration|legal|transaction|transfer|platform|set-?up|spv|closing) (?:fees?|costs?|expenses?|charges?)|carried interest',
    'fx|(?:fx|exchange|currency) (?:rates?|gains?|loss(?:es)?|differences?|gain/loss)|(?:un)?reali[sz]ed (?:gains?|loss(?:es)?|values?|proceeds|gain/loss)',
    'other (?:assets|liabilities)\\b.*|(?:liabilities|assets) in excess\\b.*|% of (?:total|portfolio|net assets|nav)|(?:interest|dividend) income',
    '(?:number|no\\.?|#|nr\\.?|count) of (?:companies|investments|deals|startups|positions|holdings|exits|rounds|checks|cheques)|(?:committed|called|invested|remaining|returned|undrawn|paid-in) capital',
    'capital (?:called|calls?|committed|contributions?|gains?)|remaining commitments?|(?:net )?(?:book|carrying) value|less: (?:provisions?|impairments?|fees?|reserves?|allowances?|write-?offs?|taxe?s?)\\b.*|(?:balance )?(?:brought|carried) forward|[bc]/f',
    '(?:largest|smallest|best|worst|top|biggest) (?:position|investment|performer|deal|holding|exit|multiple|company)',
    'anzahl (?:der )?(?:unternehmen|firmen|beteiligungen|investments)|anfangsbestand|endbestand|kontostand|wechselkurse?|bankgebuhren|kapitalkonto|nombre de (?:participations|societes|lignes|investissements)|solde(?: (?:initial|final|bancaire))?|tresorerie|taux de change',
    'frais (?:de gestion|bancaires)|numero de (?:empresas|inversiones|participadas|investimentos)|tipo de cambio|saldo(?: (?:inicial|final|iniziale|finale|anterior))?|comisiones|gastos bancarios|numero di (?:aziende|societa|partecipazioni)|tasso di cambio',
    `${CODE} ?/ ?${CODE}`,
  ].join('|')})(?: ?[:=] ?\\d[\\d.,]*)?$`,
)

/** These could be names, so they count only below the table. */
export const METRICS_BELOW =
  /^(?:nav|roi|cash|fees|balance|reserves?|carry|expenses|interest|tax(?:es)?|multiple|check|difference|variance|proceeds|distributions|contributions|commitments?|target|budget|remaining|profit|loss|gains?|currency|invested|value|companies|deals|investments|positions|exits|date)$/

const SECTIONS = new RegExp(
  `^(?:${[
    'active|inactive|current|former|past|exits?|exited|(?:full|partial|fully|partially) (?:exits?|exited|realized|realised)|realized|unrealized|realised|unrealised|written[- ]off|write-?offs?|closed|ipo|acquired|public|private|dead|failed|shut ?down|liquidated|on hold',
    '(?:active|current|core|existing|exited|realized|unrealized|realised|unrealised|past|other|new|direct|venture|portfolio|fund|angel|closed|written[- ]off|former|open|live) (?:investments?|companies|portfolio|holdings|positions|exits|deals)',
    'aktive? .*|ausgeschieden.*|exits? (?:\\d|in|und|and|seit) ?.*|laufende .*|beendete .*|verkauft|abgeschrieben|insolvent|liquidiert|actifs?|actives?|cedee?s?|participations .*|activas?|salidas?|vendidas?|liquidadas?|ativas?|encerradas?|attive|cedute|chiuse',
    'pre-?seed|seed|series [a-h]|growth|early[- ]stage|late[- ]stage|angel|bridge',
    '(?:preferred|common|preference|ordinary) (?:stocks?|shares|equity)|equity|equities|debt|loans?|warrants|convertible (?:notes?|loans?|debt)|notes|safes?|safe notes?|private companies|public companies|non-affiliates?|affiliates?|controlled investments',
    'health ?care|health|biotech|life sciences?|fintech|financials?|financial services|climate|climate ?tech|cleantech|energy|consumer|enterprise|enterprise software|software|saas|hardware|deep ?tech|ai|ai/ml|artificial intelligence|robotics|food|agtech|foodtech|edtech|education|real estate|proptech|mobility|transportation|logistics|industrials?|media|gaming|crypto|web3|blockchain|security|cybersecurity|infrastructure|marketplaces?|b2b|b2c|it|information technology|technology|business services|insurtech|space|defense|other|others|misc|miscellaneous|sonstige|autres|otros|outros|altri|その他|其他',
    '(?:\\S+ ){0,4}(?:fund|fonds|spv|vehicle|syndicate|portfolio)(?: (?:[ivx]+|\\d+))?(?:,? l\\.?p\\.?)?',
    '(?:fy ?)?(?:19|20)\\d\\d(?: investments?| vintage| deals?)?|q[1-4] (?:19|20)\\d\\d|h[12] (?:19|20)\\d\\d',
    'europe|usa?|united states|north america|latin america|latam|asia|apac|emea|africa|middle east|dach|uk|germany|france|spain|italy|canada|israel|india|china|japan',
  ].join('|')})$`,
)

/** "Active", "Exited (3)", "Written off / closed", "Preferred stock - 60.0%" */
export function isSectionName(folded: string): boolean {
  const plain = folded
    .replace(/(?:[\s:–—-]+|\s*[([])\d[\d.,]*\s*(?:%|companies|deals|investments)?[)\]]?$/, '')
    .replace(/[\s:：]+$/, '')
  if (SECTIONS.test(folded) || SECTIONS.test(plain)) return true
  const parts = plain.split(/\s*[/&,+]\s*|\s+[-–—]\s+|\s+(?:and|or|und|et|y|e)\s+/)
  return parts.length > 1 && parts.every((part) => SECTIONS.test(part))
}

export const FOOTERS = new RegExp(
  `^(?:${[
    '(?:sources?|notes?|legend|quellen?|fuentes?|fonti?|fontes?|obs|hinweise?|anmerkung(?:en)?|remarques?|notas?|opmerking(?:en)?)(?:\\s*[:.–—-]|\\s+(?:\\d|on|to|that|sur)\\b)',
    '(?:generated|exported|created|downloaded|printed|prepared|compiled|updated|last updated|erstellt|aktualisiert)(?:\\s*:|\\s+(?:by|on|at|for|from|in|with|using|am|von|\\d))',
    'disclaimer|copyright|©|\\(c\\)|(?:strictly |private (?:and|&) )?confidential(?:$|[^a-z ]| (?:information|and|draft|property|do|not)\\b)',
    'page \\d|end of (?:report|list|table|file|document|statement)|see (?:note|also|below|above|page|sheet|tab)s?\\b|powered by|as of|filtered by|data (?:as of|provided)|search link|stand(?::| (?:\\d|per|vom|zum))|past performance|unaudited|出典|注',
    '\\*|[†‡§→↳⇒➔]|[([]?\\d{1,2}[)\\]]\\s|(?:all )?(?:figures|amounts|values|numbers|dates|valuations)\\b.* (?:in|are|as|at)\\b',
    '(?:alle )?(?:angaben|betrage|werte) (?:in|ohne|sind)|montants? en|importes? en|importi in|valores em|bedragen in',
  ].join('|')})`,
)

/** These could be names, so they count only below the table. */
export const FOOTERS_BELOW = /^(?:sources?|notes?|legend|quellen?|fuentes?|fonte|stand|nota|see .*)$/

/** A remark in brackets or a sentence. */
export function isRemark(label: string): boolean {
  if (/^\([^()]{12,}\)$/.test(label)) return true
  const count = label.split(/\s+/).length
  return (
    count >= 10 ||
    (count >= 5 && /[a-z]{3}[.!?]$/.test(label) && !/\b(?:corp|ltd|llc|inc|gmbh|corporation)\.$/i.test(label))
  )
}

const PLACEHOLDERS = words(
  'untitled|unnamed|tbd|tba|tbc|n/a|na|nan|(blank)|company name|your company|example company|unbenannt|sans titre|sin título|sem título|senza titolo|無題|未命名',
)
const POSSIBLE_PLACEHOLDERS = words('unknown|none|null|undefined|blank|placeholder|new company|not available|xxx')

/** Stands for a missing name: "TBD", "#N/A", "---", "Untitled". */
export function isPlaceholder(name: string, folded: string, isAlone: boolean): boolean {
  if (PLACEHOLDERS.has(folded) || (isAlone && POSSIBLE_PLACEHOLDERS.has(folded))) return true
  return !/[\p{L}\p{N}]/u.test(name) || isErrorValue(name)
}

/** What a spreadsheet shows for a formula that failed. */
export const isErrorValue = (cell: string) =>
  /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|ERROR!|SPILL!|CALC!|N\/A!)$/i.test(cell)
