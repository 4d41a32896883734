import { stemOf, STOP_WORDS } from '../text/words.ts'

export type Shape = {
  /** For a number, "#year" or its digits as zeros: "#000". */
  stem: string
  /** The word's class, such as "@media"; "*" for any other content word; otherwise, its stem. */
  kind: string
  isNumber: boolean
  isClass: boolean
  hash: number
  near: number
  order: number
}

/** Kept as a small integer, which the engine handles without boxing. */
const BASIS = 2_166_136_261 | 0

const OTHER = '*'
const [NEAR, ORDER] = [hashOf('near'), hashOf('order')]

const MAX_CACHED = 1 << 14
/** Caching a longer word could keep its whole document in memory. */
const LONGEST_KNOWN = 12
const known = new Map<string, Shape>()

export function shapeOf(word: string): Shape {
  const before = known.get(word)
  if (before) return before
  const shape = tokenOf(shortened(word))
  if (word.length > LONGEST_KNOWN) return shape
  if (known.size >= MAX_CACHED) known.clear()
  known.set(word, shape)
  return shape
}

export function tokenOf(stem: string): Shape {
  const ofClass = classOf(stem)
  const kind = ofClass ?? (isContent(stem) ? OTHER : stem)
  return {
    stem,
    kind,
    isNumber: stem.startsWith('#'),
    isClass: ofClass !== undefined,
    hash: hashOf(stem),
    near: following(stem, NEAR),
    order: following(kind, ORDER),
  }
}

export const following = (token: string, from: number): number => hashOf(token, hashOf(' ', from))

function shortened(word: string): string {
  if (!/^\d/.test(word)) return stemOf(word)
  return /^(?:19|20)\d\d$/.test(word) ? '#year' : `#${word.replaceAll(/\d/g, '0').slice(0, 5)}`
}

const isContent = (stem: string) => stem.length > 1 && !stem.startsWith('#') && !STOP_WORDS.has(stem)

/** Words that mean the same to the model. Written by hand, not learned. */
const CLASSES: Record<string, string> = {
  media: `album animation anime book broadcast cartoon comedy comic documentary drama ep episode feature film franchise
    horror journal magazine miniseries movie music musical newspaper novel play podcast program programme remake season
    sequel series show single sitcom song soundtrack television thriller title trilogy tv video`,
  game: 'arcade boardgame console game nintendo playstation puzzle rpg shooter steam toy videogame wii xbox',
  device: `amplifier app application browser camera chip computer database device engine equipment guitar hardware helmet
    instrument laptop lens machine missile modem phone piano pistol platform printer processor product radar radio rifle
    robot router satellite sensor server service smartphone software speaker synthesizer tablet technology tool watch
    website`,
  vehicle: `aircraft airliner airplane bicycle bike boat bus car ferry glider helicopter jet locomotive minivan motorcycle
    plane scooter sedan ship suv tractor train tram truck vehicle yacht`,
  food: `ale beer beverage bread burger candy cereal cheese chocolate coffee cola drink gin juice lager meat milk pizza rum
    sandwich sauce snack tea vodka whiskey whisky wine yogurt`,
  drug: 'antibody cancer clinical disease drug medicine molecule patient test therapy treatment vaccine',
  make: 'build built create design develop introduce invent launch made make manufacture market produce publish release star',
  known: 'best credit famous flagship known notable notably popular successful',
  client: 'account buyer client clientele customer purchaser roster user',
  supply: `commission contract contractor deliver distribute distributor equip host install license licensee manufacturer
    order provide supplier supply use vendor`,
  ally: `affiliate agreement alliance association collaborate collaboration collaborator cooperate cooperation cooperative
    deal integrate integration joint jointly partner partnership sign sponsor sponsorship team together venture`,
  buy: 'absorb acquire acquisition amalgamate bought buy divest merge merged merger purchase sale sell sold spin spun takeover',
  own: 'arm conglomerate division group holding own owned owner parent subsidiary unit',
  invest: `backed backer capital equity financing fund funding invest investment investor raise round seed share shareholder
    stake valuation`,
  exchange: 'asx delist exchange float index ipo list listed listing lse nasdaq nyse publicly stock ticker tsx',
  rival: `alternative beat comparable compare compete competing competition competitor contrast counterpart dominate instead
    lost outperform overtake replace rival rivalry similar surpass unlike versus`,
  agency: `act administration agency assembly authority bureau congress council court crtc department epa faa fca fcc fda
    federal finra government law legislature minister ministry ofcom parliament pra regulator regulatory sec senate
    treasury`,
  regulate: `accredit accreditation approval approve audit authorise authorize ban breach certification certify charter clear
    clearance compliance comply fine inspect investigate investigation lawsuit legal licence oversee penalty permit
    prohibit register regulate require rule sanction standard supervise violate warn`,
  store: 'branch chain grocery hotel location mall outlet restaurant retailer shop store supermarket',
  advert:
    'ad advertise advertisement advertising brand branding campaign commercial creative effect logo marketing vfx visual',
  sport: 'athlete championship club cup football league nascar olympic race racing soccer stadium tournament',
  large: 'big biggest dominant fourth largest leading major prominent rank second third top',
  label: 'collection flavor flavour label line model name range trade trademark variety version',
  such: 'among example include including like numerous other several such various',
}

const CLASS_OF = new Map<string, string>()
for (const [name, words] of Object.entries(CLASSES)) {
  for (const word of words.split(/\s+/)) {
    const stem = stemOf(word)
    if (!CLASS_OF.has(stem)) CLASS_OF.set(stem, `@${name}`)
  }
}

const classOf = (stem: string): string | undefined => CLASS_OF.get(stem)

/** 32-bit FNV-1a. */
export function hashOf(text: string, from = BASIS, start = 0, end = text.length): number {
  let hash = from
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619)
  return hash
}
