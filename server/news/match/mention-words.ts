import { stemOf } from '../text/words.ts'

/** Words about people. */
export const PERSONAL = new Set(
  `he she his her him who mr mrs ms dr born age aged son daughter wife husband father mother brother sister friend died
  actor actress singer player coach senator governor mayor lawmaker judge republican democrat`
    .split(/\s+/)
    .map(stemOf),
)
/** Words about business. */
export const BUSINESS = new Set(
  `acquire acquisition agency app bank billion brand business buy buyer capital ceo cfo chairman chief cofounder company
  competitor conglomerate corporation cto customer deal developer equity executive firm founded founder fund funding group
  holding inc industry invest investment investor ipo label launch licens ltd maker manufacturer market merge merger
  million parent partner partnership platform product provider publisher purchase raise record retailer rival round
  series service shareholder software sold stake startup stock store studio subsidiary supplier takeover tech technology
  unit valuation venture yc
  unternehmen grunder grunderin finanzierungsrunde finanzierung millionen milliarden investoren ubernahme umsatz
  entreprise societe milliards fonds investisseurs rachat fondateur empresa compania ronda financiacion financiamiento
  millones inversores fundador adquisicion`
    .split(/\s+/)
    .map(stemOf),
)

/** What companies do; comes after a name. */
export const VERBS = new Set(
  `acquire acquires acquired adds agreed agrees aims announce announces announced appoints appointed builds became becomes
  began begins bought brings buys closes closed completed completes cuts debuts develops discovers enters entered expands
  expects files filed gets gives goes grew grows had has helps hires hit hits introduces introduced invests is joins joined
  just launch launches launched lays lets makes merged named names offers offered opens operates owns owned partnered
  partners passes plans posts presents produced produces provides purchased raise raises raised reaches receives released
  releases reported reports reveals rolls said says secured secures seeks sees sells sets shuts sold started starts sued
  sues supports takes teams tells tops unveils unveiled used uses valued wants was will wins won works`.split(/\s+/),
)
/** Comes before the name of a company. */
export const CUES = new Set(
  `acquire acquires acquired acquiring announcing app at brand buys buy by ceo cofounded cofounder company founded founder founding from introducing
  invested invests joining joins maker meet owns platform provider purchased service startup subsidiary using
  with`.split(/\s+/),
)
export const ROLES = new Set('ceo cto cfo startup company app platform maker unit subsidiary brand'.split(' '))
export const NOUNS = new Set(
  'startup start-up upstart firm company maker app platform provider chain group developer platform fintech biotech unicorn challenger owner operator seller retailer lender insurer bank brand specialist tool courier supplier builder brewer carrier manufacturer vendor broker marketplace'.split(
    ' ',
  ),
)
export const TITLES = new Set(
  'mr mrs ms dr sir lady lord judge professor prof sen gov rep president senator governor minister captain'.split(' '),
)
export const ARTICLES = new Set('the a an this that these those his her my your our their its every no any'.split(' '))
