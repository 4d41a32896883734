import { COMMON_SIGN } from '#domain/money/currency.ts'
import type { Section } from '#domain/taxonomy.ts'
import { OpeningTree } from './openings.ts'

/** Phrases that indicate a section; a weight of 1 is enough on its own. */
type Cue = { name: string; section: Section; weight: number; phrases: string; pattern: RegExp }

/** Phrases match at the beginning of a word; `*` stands for the rest of a word, `~` for up to four words. */
function cue(name: string, section: Section, weight: number, written: string): Cue {
  const phrases = written
    .trim()
    .replaceAll(/\s*\|\s*/g, '|')
    .replaceAll('*', String.raw`\w{0,9}`)
    .replaceAll('~', String.raw`(?: \S{1,20}){0,4}`)
  return { name, section, weight, phrases, pattern: new RegExp(String.raw`(?:${phrases})(?!\w)`, 'y') }
}

const FINANCE = 'Financial Updates'
const PARTNERS = 'Partnerships & Alliances'
const PEOPLE = 'Leadership & Team'
const TECHNOLOGY = 'Technology & Innovation'
const MARKET = 'Market Position'
const BUSINESS = 'Business'
const OTHER = 'Other Notable Updates'

const OFFICE = `ceo|cfo|coo|cto|cmo|chief \\w+ officer|chief (?:executive|financial|operating|technology)|chair(?:man|woman|person)?|president|director|founder|co-founder|head of|managing director|board`

/** Written by hand and checked against labeled sentences, not learned. */
export const CUES: readonly Cue[] = [
  cue(
    'round',
    FINANCE,
    1.5,
    'series [a-h](?: round| funding| financing)?|seed (?:round|funding|investment|financing)|pre-seed|funding round|round of (?:funding|financing)|financing round|venture round|bridge round|oversubscribed',
  ),
  cue(
    'raise',
    FINANCE,
    1.5,
    String.raw`rais(?:e|es|ed|ing)~ ${COMMON_SIGN}\s?\d*|secur(?:e|es|ed|ing)~ ${COMMON_SIGN}\s?\d*|clos(?:e|es|ed)~ ${COMMON_SIGN}\s?\d*|venture capital|led by~ (?:ventures|capital|partners)|crowdfund*|post-money|pre-money|valuation of`,
  ),
  cue(
    'backers',
    FINANCE,
    0.2,
    'investors? includ*|backed by|invest(?:ed|s|ing)? in|investments? (?:in|from|of|by)|angel investors?|stake in|(?:majority|minority|controlling) (?:stake|shareholder|interest|owner*)|shareholders?|owns? \\d*\\.?\\d+ ?%|(?:percent|%) (?:stake|of the shares)|private equity|fundrais*',
  ),
  cue(
    'listing',
    FINANCE,
    1,
    'ipo|initial public offering|(?:go|goes|going|went|gone|taken) public|stock exchange|listed on|nasdaq|nyse|ticker(?: symbol)?|spac|delist*|public offering|registered direct offering|at-the-market|shares? (?:are|were|is) (?:listed|traded)|publicly traded|euronext|ftse|constituent of|share offering|private placement|convertible notes?|debenture*|prospectus',
  ),
  cue(
    'results',
    FINANCE,
    1,
    '(?:first|second|third|fourth|full)[- ](?:quarter|half|year) (?:results?|earnings?|profits?|revenues?|sales|loss)|q[1-4]|[1-4]q ?\\d\\d|earnings|quarterly|fiscal|financial results|guidance|eps|ebitda*|per share|adjusted|beats? (?:on|by|estimates|expectations)|miss(?:es|ed)? (?:by|estimates|expectations)|free cash flow|cash flow|balance sheet',
  ),
  cue(
    'income',
    FINANCE,
    1,
    'revenues?|profits?|profitab*|net (?:income|loss|sales)|operating (?:income|loss|margin|profit)|gross (?:margin|profit)|margins?|turnover|annual recurring revenue|arr|top[- ]line|bottom[- ]line|pre-?tax|writedowns?|write-offs?|impairment',
  ),
  cue(
    'dividend',
    FINANCE,
    1,
    'dividends?|buybacks?|share repurchase*|repurchas*|distributions? (?:of|per)|yields? (?:of )?\\d',
  ),
  cue(
    'debt',
    FINANCE,
    0.8,
    'debts?|credit facility|loans?|bonds? (?:sale|offering|issue)|refinanc*|credit line|borrow*|notes due|bankruptcy financing|grants? (?:of|from|award*)|recapitali*|deleverag*|financing',
  ),
  cue(
    'expense',
    FINANCE,
    0.7,
    'costs?|expenses?|expenditures?|capex|capital (?:spending|expenditures?)|spend(?:ing|s)?~ (?:million|billion)|cost[- ](?:cut*|sav*)|invest(?:ed|ing|s|ment|ments)?',
  ),
  cue(
    'partner',
    PARTNERS,
    1,
    'partner(?:s|ed|ing|ship|ships)?|alliances?|joint ventures?|collaborat*|teams? up|teamed up|teaming|joins? forces|joined forces|memorandum of understanding|mou|co-develop*|in cooperation|cooperat*|jointly|strategic relationship|tie-up',
  ),
  cue(
    'contract',
    PARTNERS,
    0.8,
    '(?:sign(?:s|ed)?|enter(?:s|ed)?(?: into)?|ink(?:s|ed)?|reach(?:es|ed)?|negotiat*)~ (?:agreement|deal|contract|pact|accord)|contracts?|supply agreement|licens(?:e|ing) (?:agreement|deal)|distribution (?:agreement|deal|rights)|agreement (?:with|to)|agreed to (?:supply|provide|work)|deals? (?:with|to supply)|awarded (?:a|the)~ contract|renewal|suppliers?|wins?~ (?:contract|order)|orders? (?:from|for|worth)|framework agreement|(?:supply|purchase|lease|license|licensing|rights|distribution|content|service) (?:agreements?|deals?)',
  ),
  cue(
    'deal',
    PARTNERS,
    0.6,
    'deals?|agreements?|pact|accord|in talks|talks with|tie-ups?|teamed|team up|relationships?',
  ),
  cue(
    'clients',
    PARTNERS,
    0.2,
    'clients?|customers? includ*|clients includ*|worked (?:with|for)|works with|working with|produced for|on behalf of|selected by|chosen by|in association with|with companies such as|sponsor*|selects?~ (?:for|to|as)|integrat(?:es|ed|ion) with',
  ),
  cue(
    'appoint',
    PEOPLE,
    1,
    `appoint*|(?:named?|names|naming|hires?|hired|hiring|taps|tapped|promot(?:es|ed)|elect(?:s|ed)|elevat(?:es|ed)|join(?:s|ed)?|welcomes?|welcomed|becomes?|became)~ (?:${OFFICE})|new (?:${OFFICE})|successor|succeed(?:s|ed)? (?:him|her|as)|takes? over as|took over as|join(?:s|ed) as|promoted to|promotion|named (?:as|to)|hired|leadership (?:change|structure|transition)|executive appointments?`,
  ),
  cue(
    'depart',
    PEOPLE,
    1,
    `resign*|step(?:s|ped|ping)? (?:down|aside)|(?:leave|leaves|left|leaving|departs?|departed|departing|exits?|retires?|retired|retiring|replac(?:e|es|ed|ing))~ (?:${OFFICE})|(?:${OFFICE})~ (?:to leave|leaves|left|departs?|departure|exits?|retires?|to retire|resigns|out)|departures?|retirement of|ousted|oust|fired|firing|shakeup|shake-up`,
  ),
  cue(
    'career',
    PEOPLE,
    0.7,
    'headed by|will (?:head|lead|oversee)|will be (?:led|headed)|oversees?|oversaw|report(?:s|ing)? (?:directly )?to|career|serv(?:es|ed|ing) as|(?:new|previous|current) (?:role|position)|role as|his role|her role|tenure|at the helm|previously (?:served|worked|led)',
  ),
  cue(
    'staff',
    PEOPLE,
    0.9,
    'layoffs?|lays? off|laid off|laying off|job (?:cuts|losses)|(?:cut|cuts|cutting|add|adds|adding|creat\\w{1,4}|eliminat\\w{1,4})~ (?:jobs|staff|positions|employees|workers)|hiring|new hires?|headcount|workforce|recruit*|executive team|leadership team|management (?:team|change)|jobs|employees|workers|wages?|salar(?:y|ies)|compensation|union|strike',
  ),
  cue('office', PEOPLE, 0.35, `(?:${OFFICE})|board of directors|advisory board|executives?|veteran`),
  cue(
    'launch',
    TECHNOLOGY,
    1,
    'launch*|unveil*|introduc(?:e|es|ed|ing|tion)|roll(?:s|ed|ing)? out|rollout|releas(?:e|es|ed|ing)|debut*|available (?:now|today|for)|generally available|now available|beta|new (?:version|product|products|platform|service|feature|features|app|model|line|tool)|upgrad(?:e|es|ed) (?:to|its|the)|preorders?|showcas*',
  ),
  cue(
    'stages',
    TECHNOLOGY,
    0.8,
    'clinical trials?|trials?|phase (?:1|2|3|i|ii|iii)|fda approv*|approval (?:of|for)|recall*|discontinu*|prototype*|pilot (?:program|project)|beta test*|next[- ]generation|new (?:\\S{1,20} )?(?:device|devices|phone|phones|smartphone|drug|drugs|car|cars|vehicle|vehicles|software|game|technology|chip|chips|services|offering|offerings|menu|aircraft|jet)|delay(?:s|ed)?~ (?:launch|release|production)|begin(?:s)? (?:service|production|shipping|testing)|test(?:s|ing|ed)? (?:a|its|the|new)|offer(?:s|ed|ing)? (?:a|new|its|an|customers|users)',
  ),
  cue(
    'develop',
    TECHNOLOGY,
    0.4,
    'develop(?:s|ed|ing|er|ers)?|patent*|prototype*|research and development|r&d|innovat*|breakthrough*|technolog*|clinical trials?|phase (?:1|2|3|i|ii|iii)|fda approv*|pipeline|open[- ]source|artificial intelligence|machine learning|ai-powered|designed|invent*|manufactures?|manufactured|produc(?:es|ed|ing)|recall*',
  ),
  cue(
    'product',
    TECHNOLOGY,
    0.4,
    'products?|brands?|software|platforms?|devices?|apps?|services?|models?|features?|versions?|games?|vehicles?|known for|published|films?|series of|marketed|sold under|under the~ (?:brand|name)|lines? of|hardware|drug|vaccine|therapy|chips?|trial',
  ),
  cue(
    'shares',
    MARKET,
    1,
    '(?:shares?|stocks?)~ (?:rose|rise|rises|fell|fall|falls|jump*|drop*|surg*|soar*|plung*|slid|slides?|slump*|climb*|gain*|tumbl*|rall(?:y|ies|ied)|slip*|sink*|sank|up|down|trad(?:e|es|ing))|stock price|share price|market cap(?:itali[sz]ation)?|(?:52-week|record|all-time|session|intraday) (?:high|low)|year to date|premarket|after-hours|hod|sell-off|selloff|stock|trad(?:ed|ing) at',
  ),
  cue(
    'analysts',
    MARKET,
    1,
    'analysts?|upgrad(?:es|ed)|downgrad*|price target|(?:buy|sell|hold|outperform|underperform|overweight|underweight|neutral) rating|rat(?:ed|ing|ings)|buy point|buy zone|buy range|zacks|undervalued|overvalued|valuation|price-to-\\w+|forward earnings|bullish|bearish|outperform*|underperform*|overweight|underweight|initiates? coverage',
  ),
  cue(
    'rivals',
    MARKET,
    0.8,
    'compet(?:e|es|ed|ing|ition|itor|itors|itive)|rivals?|rivalry|market (?:share|leader|leadership|position)|largest|second[- ]largest|biggest|leading (?:provider|supplier|manufacturer|maker|company)|dominan(?:t|ce)|dominat*|ahead of|behind|rank(?:s|ed|ing|ings)?|outsell*|overtak*|overtook|challenger|similar to|alternatives? to|versus|threat*',
  ),
  cue(
    'sales',
    MARKET,
    0.9,
    '(?:same-store|comparable|unit|retail|global|vehicle|iphone|product|car|auto|strong|weak|total) sales|sales (?:of|rose|fell|growth|volume|were|are|in|to|grew|declin*|increas*)|comps|subscribers?|deliver(?:ies|ed)~|shipments?|sold~ (?:units|million)|demand|orders|market research|users? growth|monthly active|sales',
  ),
  cue(
    'economy',
    MARKET,
    0.8,
    'industry|market trends?|markets?|tariffs?|econom(?:y|ic)|inflation|interest rates?|consumers?|growth (?:in|of|rate)|trends?|pric(?:es|ing)|headwinds?|tailwinds?|uncertain*|oil prices?|recession|slowdown|supply',
  ),
  cue(
    'acquire',
    BUSINESS,
    1,
    'acqui(?:re|res|red|ring|sition|sitions)|merg(?:e|es|ed|er|ers|ing)|takeover*|took over|take over|taken over|bought|buys|to buy|buyouts?|purchas(?:e|ed|es) of|purchased|purchasing|(?:consider|by|of) buying|(?:gains?|gained|full) control|divest*|spin-?offs?|spun off|spin off|sold (?:to|its)|sells?~ (?:unit|division|business|stake)|business combination|tender offer|bid for|combined company|absorbed|demerg*|definitive agreement',
  ),
  cue(
    'structure',
    BUSINESS,
    0.3,
    'subsidiar(?:y|ies)|parent company|wholly[- ]owned|owned by|holding company|division of|restructur*|reorgani[sz]*|bankrupt*|chapter 11|insolven*|liquidat*|administration|wind(?:s|ing)? down|shut(?:s|ting)? down|shutter*|renamed|rebrand*|founded|became part|part of the|operated by|belongs to|ceased operations|went out of business',
  ),
  cue(
    'facility',
    BUSINESS,
    0.9,
    '(?:open|opens|opened|opening|clos(?:e|es|ed|ing)|build|builds|built|building|construct\\w*|expand\\w*)~ (?:plants?|factor(?:y|ies)|stores?|office|offices|warehouses?|facilit(?:y|ies)|headquarters|campus|locations?|sites?|restaurants?|mine|hotels?|hub|parks?|data cent(?:er|re)s?|centers?)|new (?:plant|factory|facility|headquarters|office|store|stores|warehouse|campus|locations?)|relocat*|groundbreaking|manufacturing (?:plant|facility)|grand opening|opens? (?:its|a|the|new|in)|opened (?:its|a|the|in)|will open|plans to open|expansion|(?:clos(?:e|es|ing)|shutter(?:s|ing)?)~ (?:stores|plants|locations|sites)|new stores',
  ),
  cue(
    'law',
    OTHER,
    1,
    'lawsuits?|sue[sd]?|suing|litigat*|court|judge|settle(?:s|d|ment|ments)|antitrust|regulat(?:or|ors|ory|ion|ions|ed)|fine[sd]|penalt(?:y|ies)|investigat*|probe|subpoena*|complaint|infring*|allegations?|alleg(?:es|ed|ing)|charged with|class action|verdict|appeal(?:s|ed)?|compliance|doj|ftc|attorney*|convict*|fraud|legal|plaintiff*|guilty|bans?|banned|violat*',
  ),
  cue(
    'permit',
    OTHER,
    0.3,
    'approv(?:al|ed) by|accredit*|certif(?:y|ied|ication)|authority|licen[sc]e (?:from|by)|licen[sc]ed by|authori[sz]ed by|certified by|fda|sec|fcc|food and drug administration|clearance|supervis*|regulated by|overseen by|federal|government|ministry|commission',
  ),
  cue(
    'repute',
    OTHER,
    0.8,
    'awards?|award-winning|honou?red|recognized|charit*|donat*|philanthrop*|sustainab*|carbon|climate|environment*|diversity|reputation*|scandal|controvers*|apolog*|data breach|breach|hack(?:ed|ers)?|outage|boycott|backlash|critici[sz]*|brand (?:image|value)|advertis*|marketing|campaign*|nonprofit*|communit(?:y|ies)|public relations|trust|harassment|crisis|safety|privacy|anniversary',
  ),
]

const OPENINGS = new OpeningTree(CUES.map(({ phrases }) => phrases))
const MAX_OCCURRENCES = 3

/** Expects lowercase text with single spaces. Returns counts in the order of `CUES`, at most three each. */
export function cuesIn(text: string): number[] {
  const times = CUES.map(() => 0)
  const ends = CUES.map(() => 0)
  let isInside = false
  for (let start = 0; start < text.length; start += 1) {
    const wasInside = isInside
    isInside = OF_WORDS[text.charCodeAt(start)] === 1
    if (wasInside) continue
    let node = 0
    for (let at = start; at < text.length; at += 1) {
      node = OPENINGS.step(node, text.charCodeAt(at))
      if (node === 0) break
      for (const index of OPENINGS.at(node)) {
        if ((times[index] ?? 0) >= MAX_OCCURRENCES || (ends[index] ?? 0) > start) continue
        const end = endOf(CUES[index], text, start)
        if (end === 0) continue
        times[index] = (times[index] ?? 0) + 1
        ends[index] = end
      }
    }
  }
  return times
}

const OF_WORDS = Uint8Array.from({ length: 128 }, (_, code) => Number(/[\w-]/.test(String.fromCharCode(code))))

function endOf(one: (typeof CUES)[number] | undefined, text: string, start: number): number {
  if (!one) return 0
  one.pattern.lastIndex = start
  return one.pattern.test(text) ? one.pattern.lastIndex : 0
}
