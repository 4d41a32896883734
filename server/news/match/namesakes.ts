import { frequencyOf } from '../text/frequencies.ts'
import { STOP_WORDS, stemOf, type Word } from '../text/words.ts'
import type { Profile } from './company.ts'
import { isWrittenSmall } from './features.ts'
import { ROLES, VERBS } from './mention-words.ts'
import { isAddition, isLegalForm, type Form } from './name-forms.ts'
import type { Mention, Passage, Reading } from './mentions.ts'

type Found = { profile: Profile; item: Reading; inTitle: Mention[]; inText: Mention[] }

/** Words that turn a name into that of a place or institution: "Sierra Club", "Ford Street", "Pilot Company". */
const OF_OTHERS = new Set(
  `academy airport arena association avenue award awards band beach boulevard casino cathedral church city club college company county
  creek drive farms festival football forest foundation fund highway hospital hotel hotels institute island
  islands lake lane mountain mountains museum parish park prize railway resort resorts river road school shipyard society square
  stadium street theater theatre town trust university valley village`.split(/\s+/),
)
/** Words that no company adds to a coined name of its own, unlike "Academy" or "Foundation". */
const OF_COINED_OTHERS = new Set(
  'airport arena beach casino cathedral church college county farms football hospital hotel hotels island lake museum parish resort resorts river school stadium theater theatre university valley village'.split(
    ' ',
  ),
)
/** Words that may also describe what this company does, so they only count if its description is known. */
const OF_INDUSTRIES = new Set(
  `airlines airways bancorp bank biosciences biotech brewing capital construction cosmetics dental electric energy
  entertainment films financial foods games group growth health healthcare holdings homes insurance logistics media
  mining minerals mobility motors oil partners pharma pharmaceuticals pictures properties realty records resources
  restaurants robotics senior shipping steel stores studios therapeutics ventures wealth`.split(/\s+/),
)

/** Words used with storms, planets and ships but not with companies. */
const THING_BEFORE = /\b(?:hurricane|(?:tropical )?(?:storm|depression)|typhoon|cyclone|planet|uss|hms)\s$/i
/** Films, venues and places, unless that's what the company makes or runs: "the film Halcyon", "the Ostler pub". */
const WORK =
  'album|ballet|band|biopic|drama|film|memoir|movie|musical|novel|opera|painting|play|podcast|racehorse|sitcom|song|thriller'
const VENUE = 'abbey|hamlet|mall|pub|shopping (?:center|centre)|tavern|village'
const PLACE = 'borough|county|island|lake|parish|peak|reef|river|suburb|town|township|valley|village'
const OTHER_THING = `${PLACE}|asteroid|choir|club|comet|duo|festival|frigate|galaxy|orchestra|pony|quartet|quintet|rapper|satellite|schooner|singer|spacecraft|squash|trio|troupe|yacht`
const KIND_BEFORE = new RegExp(
  String.raw`\b(?<kind>${WORK}|${VENUE}|${OTHER_THING}|centro commerciale|centre commercial|Einkaufszentrum|(?:${PLACE}) of)\s$`,
  'i',
)
const KIND_AFTER = new RegExp(String.raw`^['’”"]?,? (?<kind>${WORK}|${VENUE}|junction|parish)\b(?!-)`, 'i')
/** "Brightmarrow, a giant yellow squash", but not "Kestrel, a satellite operator". */
const KIND_IN_APPOSITION = new RegExp(
  String.raw`^[,:–—] (?:an?|the|that|this) (?:(?!in |of |for |from |that |which )\p{Ll}[\p{Ll}-]* ){0,3}(?<kind>${WORK}|${VENUE}|${OTHER_THING})(?=[,.;:)–—]|$| (?:between|from|has|in|is|near|of|off|on|outside|that|was|where|which|who|will|with)\b)`,
  'iu',
)
const REVIEWED = new RegExp(String.raw`^['’”"!:]{1,3} (?:[\p{L}’'-]{1,15} ){0,3}(?<kind>review|${WORK})\b`, 'iu')
/** "Tuckahoe, N.Y., welcomes": a town. */
const IN_STATE =
  /^, (?:(?:Ala|Ariz|Ark|Calif|Colo|Conn|Del|Fla|Ga|Ill|Ind|Kan|Ky|La|Mass|Md|Mich|Minn|Miss|Mo|Mont|Neb|Nev|Okla|Ore|Pa|Tenn|Va|Vt|Wash|Wis|Wyo)\.|[NS]\.[CDHJMY]\.|R\.I\.|W\.Va\.)/
const THING_AFTER =
  /^(?:['’]s orbit| (?:\w+ ){0,2}retrograde\b| (?:(?:has |is )?(?:weaken|strengthen|intensif|dissipat)\w+ (?:to|into|over)\b|(?:makes|made|nears) landfall\b))/i
const GOODS = new Set(
  `aluminum barley bitcoin cobalt cocoa coffee copper corn cotton gold iron lithium nickel oil palladium platinum rubber
  silver steel sugar tin tungsten uranium wheat zinc`.split(/\s+/),
)
/** Commodities come with units of weight, exchanges, prices, ores and miners. */
const OF_GOODS =
  /\b(?:a|an|per|the) (?:metric |troy )?(?:tons?|tonnes?|ounce|barrel|bushel)\b|\b(?:LME|Comex|London Metal Exchange)\b/
const GOODS_AFTER =
  /^ (?:futures|prices?|ores?|miners?|mines?|mining|smelters?|concentrate|bullion|output|exports?|imports?|stockpiles)\b/i
const PLANETS = new Set('mercury venus mars jupiter saturn uranus neptune pluto'.split(' '))
const OF_PLANETS = /\b(?:planets?|planetary|astrolog\w+|zodiac|horoscopes?|solar system|retrograde|spacecraft)\b/i
const ROAD = /^(?:street|road|avenue|lane|drive|boulevard|square|highway|bridge|park)$/
/** A street is closed; a company closes. */
const ROAD_BEFORE =
  /\b(?:on|along|down|intersection of|corner of|residents of|(?:clos|block|reopen|cordon)\w*(?: off)?(?: part of)?)\s$/i
const ROAD_AFTER = /^ (?:between \p{Lu}|is closed|near \p{Lu}|and \p{Lu}\p{L}+ (?:Street|Road|Avenue|Lane|Drive)\b)/u

/**
 * Removes mentions of others with the same name. A longer name carries over: after "Pilot Company", "Pilot" means that
 * company, too, unless the name is introduced anew, as in "the startup Pilot".
 */
export function withoutNamesakes({ profile, item, inTitle, inText }: Found): Pick<Found, 'inTitle' | 'inText'> {
  const { title, text } = item
  const longer = new Set(
    inText.flatMap((mention) => (isAllCapitalized(text, mention) ? [] : (longerName(profile, text, mention) ?? []))),
  )
  const isOther = (passage: Passage) => (mention: Mention) => {
    const added = longerName(profile, passage, mention)
    // In Title Case, the next word is capitalized anyway.
    const isLonger =
      added !== null && (mention.form.kind === 'short' || !isAllCapitalized(passage, mention) || longer.has(added))
    return (
      isLonger ||
      isThing(passage, mention) ||
      isOfOtherKind(profile, passage, mention) ||
      isOtherDomain(profile, passage, mention) ||
      !namesTrade(mention, item)
    )
  }
  const all = [...inTitle, ...inText]
  if (all.length > 0 && all.every(isCapitalOfHeading) && all.some(({ form }) => isMostlySmall(form, text)))
    return { inTitle: [], inText: [] }
  if (all.length > 0 && all.every(isCapitalOfSentence) && all.some(({ form }) => isWrittenSmall(form, item)))
    return { inTitle: [], inText: [] }
  if (all.every(({ form }) => form.words.length > 1) && isPhrase(item, all)) return { inTitle: [], inText: [] }
  if (inText.length === 0 && inTitle.every((mention) => isPhraseOpening(title, mention)))
    return { inTitle: [], inText: [] }
  const others = new Set([...inTitle.filter(isOther(title)), ...inText.filter(isOther(text))])
  const [first] = all
  // If the text uses a longer name throughout, the title only shortens it.
  const isShortened = inText.length > 0 && inText.every((mention) => others.has(mention))
  const isClaimed = isShortened || (first !== undefined && others.has(first))
  const isOwn = (mention: Mention) =>
    !others.has(mention) &&
    (!isClaimed || mention.form.isAlias || (!isShortened && (mention.hasRole || mention.isFunded)))
  return others.size === 0 ? { inTitle, inText } : { inTitle: inTitle.filter(isOwn), inText: inText.filter(isOwn) }
}

/** "Pilot cities were chosen": the first word of a sentence is always capitalized. */
const isCapitalOfSentence = ({ isOpening, isSmallOpening, isActing, hasRole, isFunded, isHeading, form }: Mention) =>
  isOpening && !isSmallOpening && !isActing && !hasRole && !isFunded && !isHeading && form.isPlain

/** "Coral: three lagoons are closed" above a text on coral. */
const isCapitalOfHeading = ({ isOpening, isSmallOpening, isActing, hasRole, isFunded, form }: Mention) =>
  isOpening && !isSmallOpening && !isActing && !hasRole && !isFunded && form.isPlain

const isMostlySmall = ({ words: [word = ''] }: Form, { places, words }: Passage) =>
  (places.get(word) ?? []).filter((at) => words[at]?.isProper === false).length > 1

/** "Struggle to Scale AI" above "few have begun to scale AI": words, not a name. */
function isPhrase({ title, text }: Reading, mentions: Mention[]): boolean {
  const isSpelled = (passage: Passage, words: string[]) =>
    (passage.places.get(words[0] ?? '') ?? []).some(
      (at) =>
        passage.words[at]?.isProper === false &&
        words.every((word, next) => passage.words[at + next]?.folded === word) &&
        !isInAddress(passage, at, at + words.length - 1),
    )
  return mentions.every(
    ({ form, hasRole, isFunded }) =>
      !form.isSmall && !hasRole && !isFunded && (isSpelled(text, form.words) || isSpelled(title, form.words)),
  )
}

/** "acme-labs.com", "linkedin.com/company/acme-labs", "info@acme-labs.com", "#acmelabs" */
const isInAddress = ({ words, text }: Passage, first: number, last: number) =>
  /[/@#.\w-]/.test(text.charAt((words[first]?.start ?? 0) - 1)) ||
  /^(?:[@/_-]|\.\p{L})/u.test(text.slice(words[last]?.end, (words[last]?.end ?? 0) + 2)) ||
  /[-_./]/.test(text.slice(words[first]?.end, words[last]?.start))

/** "Patchwork of state laws frustrates hospitals", "Night Owl? Your heart may pay" */
function isPhraseOpening({ words, text }: Passage, { form, at, isOpening, hasRole, isFunded }: Mention): boolean {
  const end = words[at + form.words.length - 1]?.end ?? 0
  return isOpening && !hasRole && !isFunded && /^(?: of \p{Ll}|\?)/u.test(text.slice(end, end + 6))
}

const namesTrade = ({ form: { omits } }: Mention, { title, text }: Reading) =>
  omits === undefined || omits.some((stem) => title.stems().has(stem) || text.stems().has(stem))

const MOST_CAPITALS = 0.5
const isAllCapitalized = (passage: Passage, { capitals }: Mention) => passage.isTitleCase || capitals > MOST_CAPITALS

/** Below this, names are coined or have several words and are rarely part of someone else's. */
const COMMON = 0.45

const OF_ANY_COMPANY = new Set(
  'chair chairman chairwoman chief director executive founder general managing president senior series vice'.split(' '),
)
const isNoun = ({ folded, isOpening }: Word) =>
  !isOpening &&
  frequencyOf(folded)?.is.word === true &&
  frequencyOf(folded)?.is.time !== true &&
  !STOP_WORDS.has(folded) &&
  !OF_ANY_COMPANY.has(folded) &&
  !ROLES.has(folded) &&
  !VERBS.has(folded)

/** The word that a longer name adds, or null if it's the company's own name. */
function longerName({ forms, topics, site, hasDescription }: Profile, passage: Passage, { form, at }: Mention) {
  const [last, next] = [passage.words[at + form.words.length - 1], passage.words[at + form.words.length]]
  if (!last || !next?.isProper || passage.text.slice(last.end, next.start) !== ' ') return null
  const isShort = form.kind === 'short'
  const isOfOthers = OF_OTHERS.has(next.folded)
  if (form.isAlias) return null
  // "Blue Heron Biotech": words that anyone may combine.
  const isOrdinary = hasDescription && form.words.every((word) => frequencyOf(word)?.is.word === true)
  // Birch Logistics Company is Birch Logistics.
  if (form.words.length > 1 && isLegalForm(next.folded)) return null
  if (form.words.length > 1 && !isOfOthers && !(isOrdinary && OF_INDUSTRIES.has(next.folded))) return null
  const isCoined = form.words.length === 1 && form.commonness < COMMON && !isShort
  if (isCoined && !(hasDescription && OF_COINED_OTHERS.has(next.folded))) return null
  // Corvid Technologies isn't Corvid Labs, and Corvid Distillery isn't either.
  const isPossible =
    (isShort && (isAddition(next.folded) || (!passage.isTitleCase && isNoun(next)))) ||
    isOfOthers ||
    (hasDescription && OF_INDUSTRIES.has(next.folded))
  const isOwn =
    topics.has(stemOf(next.folded)) ||
    site?.label.includes(next.folded) === true ||
    forms.some(({ text }) => text.toLowerCase().split(' ').includes(next.folded))
  return isPossible && !isOwn ? next.folded : null
}

const DOMAIN_AFTER = /^\.([a-z]{2,6})(?![\p{L}\p{N}])/u

/** Bolt.eu isn't the Bolt at bolt.com. */
function isOtherDomain({ site }: Profile, { text, words }: Passage, { form, at }: Mention): boolean {
  const [first, last] = [words[at], words[at + form.words.length - 1]]
  const [, ending] = DOMAIN_AFTER.exec(text.slice(last?.end, (last?.end ?? 0) + 8)) ?? []
  if (!first || !last || !site || ending === undefined || form.words.length > 1) return false
  const name = `${form.words.join('')}.`
  return site.host.startsWith(name) && !site.host.startsWith(name + ending)
}

function isOfOtherKind({ topics, forms }: Profile, passage: Passage, mention: Mention): boolean {
  const { before, after } = around(passage, mention)
  if (IN_STATE.test(after)) return true
  const found =
    KIND_BEFORE.exec(before) ??
    KIND_AFTER.exec(after) ??
    KIND_IN_APPOSITION.exec(after) ??
    (mention.isQuoted ? REVIEWED.exec(after) : null)
  const kind = found?.groups?.kind?.toLowerCase().replace(/ of$/, '')
  if (kind === undefined) return false
  const isOwn = topics.has(stemOf(kind)) || forms.some(({ words }) => words.includes(kind))
  return !isOwn
}

const NEAR = 60

function around({ text, words }: Passage, { form, at }: Mention): { before: string; after: string } {
  const [start, end] = [words[at]?.start ?? 0, words[at + form.words.length - 1]?.end ?? 0]
  return { before: text.slice(Math.max(0, start - NEAR), start), after: text.slice(end, end + NEAR) }
}

function isThing(passage: Passage, mention: Mention): boolean {
  const { words } = mention.form
  if (PLANETS.has(words.join(' ')) && OF_PLANETS.test(passage.text)) return true
  const { before, after } = around(passage, mention)
  if (GOODS.has(words.join(' ')) && (OF_GOODS.test(passage.text) || GOODS_AFTER.test(after))) return true
  const isRoad = words.length > 1 && ROAD.test(words.at(-1) ?? '')
  return (
    THING_BEFORE.test(before) ||
    THING_AFTER.test(after) ||
    (isRoad && (ROAD_BEFORE.test(before) || ROAD_AFTER.test(after)))
  )
}
