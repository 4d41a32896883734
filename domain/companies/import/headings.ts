import { fold } from '#domain/dates/months.ts'
import type { ValuationBasis } from '../positions/position.ts'

export const COMPANY_FIELDS = ['name', 'website', 'category', 'stage', 'investmentDate'] as const
export const POSITION_FIELDS = [
  'kind',
  'positionDate',
  'amount',
  'currency',
  'instrument',
  'round',
  'valuation',
  'valuationBasis',
  'value',
  'valueDate',
  'notes',
] as const
export const FIELDS = [...COMPANY_FIELDS, ...POSITION_FIELDS] as const
export type CompanyField = (typeof COMPANY_FIELDS)[number]
export type PositionField = (typeof POSITION_FIELDS)[number]
export type Field = (typeof FIELDS)[number]

/** Strips case, accents, quotes, and whatever else spreadsheets add. */
export const headingOf = (cell: string) =>
  fold(cell.length > MAX_HEADING ? '' : cell)
    .replaceAll(/[\p{Cc}\uFEFF"“”'’`_\s]+/gu, ' ')
    .replaceAll(DECORATION, '')
    .replace(/[\s*:]+$/, '')
    .trim()

/** Emoji, bullets, and the arrows of sorted columns. */
const DECORATION = /^[\s\p{Extended_Pictographic}\p{Cf}•·▪]+|[\s\p{Extended_Pictographic}\p{Cf}↑↓▲▼△▽▴▾]+$/gu

const MAX_HEADING = 200

/** Without a unit: "Companies (123)", "Cost (USD)", "$ Invested", "Amount, $". */
export const headingName = (cell: string) =>
  headingOf(cell)
    .replace(/\s*[([][^()[\]]*[)\]]$/, '')
    .replaceAll(/^\p{Sc}\s?(?=\p{L})|(?<=\p{L}),? ?\p{Sc}$/gu, '')

export const headingsIn = (cells: readonly string[]) => cells.map(headingName)

const headings = (text: string) => text.split('|').map((heading) => headingOf(heading))

/** Promised in the documentation; the first match in the file wins. */
export const DOCUMENTED_HEADINGS: Record<CompanyField, readonly string[]> = {
  name: headings('company|name|company name'),
  website: headings('website|url|web|company website'),
  category: headings('category'),
  stage: headings('stage'),
  investmentDate: headings('date invested|investment date'),
}

/** From exports of cap table, CRM, syndicate, and research services, and in other languages; earlier entries win. */
export const KNOWN_HEADINGS: Record<Field, readonly string[]> = {
  name: headings(
    [
      'portfolio company|portfolio company name|portfolio companies|companies|organization name|organisation name',
      'organization|organisation|organizations|startup|startup name|startups|company/fund|associated company',
      'primary company|target company|company legal name|legal name|business name|account name|account|record|parent record',
      'issuer|issuer name|issuing company|investee|investee company|investee name|investment name',
      'unternehmen|unternehmensname|name des unternehmens|firmenname|firma|gesellschaft|portfoliounternehmen|beteiligung',
      'société|nom de la société|entreprise|nom de l’entreprise|raison sociale|dénomination sociale|nom|participation',
      'empresa|nombre de la empresa|nombre empresa|compañía|razón social|sociedad|participada|nombre',
      'nome da empresa|razão social|companhia|investida|nome|azienda|nome azienda|società|nome della società|ragione sociale',
      'partecipata|impresa|会社名|企業名|社名|法人名|投資先|投資先企業|投資先名|投資先企業名|会社|企業|名称',
      '公司名称|企业名称|公司名|项目名称|公司|企业|公司名稱|企業名稱|회사명|기업명|회사',
      'bedrijf|bedrijfsnaam|onderneming|företag|företagsnamn|bolag|virksomhed|selskab|nazwa firmy|spółka|nazwa',
      'компания|название компании|название|организация|компанія|назва|společnost|název společnosti|cég|cégnév|şirket|şirket adı',
      'yritys|yhtiö|selskap|foretak|naam|namn|navn|companie|εταιρεία|חברה|الشركة|name of company|name of issuer|name of startup',
      'portco|portco name|portfolio co|portfolio co.|company/investment|portfolio investment|portfolio holding|holding|holdings|deal name|deal|investment',
    ].join('|'),
  ),
  website: headings(
    [
      'organization website|organisation website|web site|website url|website link|web link|weblink|company site|company url|company link|homepage',
      'homepage url|home page|company domain|company domain name|domain|domains|primary domain|domain name|web address',
      'parent record > domains|record > domains|webpage|web page|internet|www|site|link',
      'webseite|webauftritt|internetseite|internetadresse|site web|site internet|adresse web|page web|lien',
      'página web|sitio web|sitio|página|enlace|site da empresa|endereço web|sito web|sito internet|sito|indirizzo web',
      'ウェブサイト|サイト|ホームページ|会社url|企業url|リンク|网站|网址|官网|官方网站|主页|網站|홈페이지|웹사이트',
      'hemsida|hjemmeside|nettside|strona www|strona internetowa|strona|сайт|веб-сайт|вебсайт|webová stránka|weboldal',
      'web sitesi|verkkosivu|kotisivu|webbplats|ιστοσελίδα|אתר|الموقع',
    ].join('|'),
  ),
  category: headings(
    [
      'sector|industry|industries|vertical|market|markets|industry group|primary industry sector|primary industry',
      'primary industry group|categories|branche|sektor|kategorie|industrie|secteur|secteur d’activité|catégorie',
      'categoría|industria|rubro|setor|categoria|segmento|settore|業種|業界|セクター|カテゴリ|分野|行业|类别',
      'bransch|bransje|branża|sektör|toimiala|obor|отрасль|сектор|галузь',
    ].join('|'),
  ),
  stage: headings(
    [
      'round|series|funding stage|investment stage|company stage|investment round|funding round|round name',
      'last funding type|funding type|last round|last financing deal type|deal type|share class',
      'phase|runde|finanzierungsrunde|tour|stade|étape|etapa|ronda|rodada|estágio|fase|stadio',
      'ラウンド|投資ラウンド|ステージ|轮次|阶段|stadium|faza|etap|aşama|fáze|стадия|раунд',
    ].join('|'),
  ),
  investmentDate: headings(
    [
      'invest date|invested date|invested on|invested|date of investment|closing date|close date|purchase date',
      'entry date|date in|date of entry|initial investment date|date acquired|acquisition date|date of acquisition|date purchased|issue date|issuance date|date issued|announced date',
      'last funding date|last financing date|deal date|date',
      'investiert am|investitionsdatum|beteiligungsdatum|datum|date d’investissement|fecha de inversión|fecha',
      'einstieg|einstiegsdatum|date d’entrée|date de l’investissement|fecha de la inversión|fecha de entrada',
      'data do investimento|data de investimento|data investimento|data di investimento|data|投資日|出資日|投資実行日|投资日期|投资时间',
      'investeringsdatum|investeringsdato|datum investering|dato|data inwestycji|yatırım tarihi|datum investice|дата инвестиции|дата',
    ].join('|'),
  ),
  kind: headings('position|transaction type|transaction|entry type|activity|type'),
  positionDate: headings('position date|transaction date|trade date|settlement date|funding date|wire date'),
  amount: headings(
    [
      'amount|amount invested|invested amount|investment amount|invested|total invested|capital invested|invested capital',
      'cost|cost basis|total cost|investment cost|original cost|cost of investment|acquisition cost|purchase amount|cash paid',
      'investment size|check size|cheque size|check|cheque|ticket|ticket size|principal|principal amount|amount funded|funded amount',
      'my investment|our investment|investment|betrag|investitionsbetrag|investiert|investierter betrag|anlagebetrag|einstandswert',
      'montant|montant investi|importe|importe invertido|monto|monto invertido|valor investido|importo|importo investito',
      'bedrag|geïnvesteerd|belopp|beløb|kwota|投資額|投資金額|出資額|投资金额|投资额|투자금액|сумма|сумма инвестиций',
    ].join('|'),
  ),
  currency: headings(
    'currency|currency code|ccy|investment currency|cost currency|währung|devise|moneda|moeda|valuta|waluta|通貨|币种|валюта',
  ),
  instrument: headings(
    'instrument|instrument type|security type|security|type of security|investment instrument|investment type|asset type|share class|class|type|instrumento|strumento|beteiligungsart',
  ),
  round: headings(
    'round|round name|investment round|funding round|financing round|series|stage at investment|investment stage|runde|finanzierungsrunde|tour|ronda|rodada|ラウンド|投資ラウンド|轮次',
  ),
  valuation: headings(
    'valuation or cap|valuation|valuation at investment|entry valuation|round valuation|bewertung|valorisation',
  ),
  valuationBasis: headings('valuation basis|valuation type|valuation or cap type'),
  value: headings(
    'current value|unrealized value|unrealised value|fair value|fair market value|fmv|market value|holding value|nav|value|aktueller wert|valeur actuelle|valor actual',
  ),
  valueDate: headings('as of|as of date|value date|valuation date|value as of|valued on|valued at|fmv date|marked on'),
  notes: headings('position notes|investment notes|notes|note|comments|comment|memo|remarks|notizen|bemerkung|notas'),
}

export const BASIS_HEADINGS: Record<ValuationBasis, readonly string[]> = {
  cap: headings('valuation cap|cap|safe cap|note valuation cap|note investment valuation cap|conversion cap|val cap'),
  'post-money': headings(
    'post-money valuation|post money valuation|post-money|post money|postmoney|post-money val|round post-money valuation',
  ),
  'pre-money': headings(
    'pre-money valuation|pre money valuation|pre-money|pre money|premoney|pre-money val|round pre-money valuation',
  ),
}

/** A table that has such a column and no website is a list of people. */
export const PEOPLE_HEADINGS = new Set(
  headings(
    'email|e-mail|email address|phone|phone number|mobile|first name|last name|job title|title|role|téléphone|telefon|correo|vorname|nachname|prénom',
  ),
)

/** These head lists of anything: currencies, lawyers, funds. */
export const VAGUE_HEADINGS = new Set(
  headings('name|account|record|nom|nombre|nome|naam|namn|navn|nazwa|название|назва|名称'),
)

/** Headings of columns that aren't read. They tell a row of headings from a row of data. */
const OTHER_HEADINGS =
  'status|exit|exit date|exit type|exit value|exit year|proceeds|realized|realized value|buyer|acquirer|acquired by|outcome|year|' +
  'ownership|stake|shares|number of shares|share price|price per share|moic|multiple|irr|gain|gain/loss|discount|interest rate|' +
  'country|city|location|region|founder|founders|ceo|contact|owner|lead|lead investor|lead partner|partner|source|next step|' +
  'description|one-liner|fund|entity|vehicle|spv|metric|rate|no|no.|nr|nr.|#|id|debit|credit|balance|quantity|commitment'

const NAMES: ReadonlySet<string> = new Set([...DOCUMENTED_HEADINGS.name, ...KNOWN_HEADINGS.name])
const ALL: ReadonlySet<string> = new Set([
  ...Object.values(DOCUMENTED_HEADINGS).flat(),
  ...Object.values(KNOWN_HEADINGS).flat(),
  ...Object.values(BASIS_HEADINGS).flat(),
  ...PEOPLE_HEADINGS,
  ...headings(OTHER_HEADINGS),
])

export const isNameHeading = (name: string) => NAMES.has(name)
export const isKnownHeading = (name: string) => ALL.has(name)
