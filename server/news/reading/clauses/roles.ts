const either = (word: string) => `[${word.charAt(0).toUpperCase()}${word.charAt(0)}]${word.slice(1)}`
const words = (list: string) => `(?:${list.split(' ').map(either).join('|')})`

/** What someone is in charge of: "finance chief", "medical director". */
const FIELD = words(
  'finance financial operating operations marketing technology technical tech product sales commercial legal people medical clinical science scientific research design creative engineering security data strategy growth revenue communications policy compliance risk investment editorial manufacturing managing regional country software hardware propulsion',
)
const RANK = words('interim acting global executive senior deputy founding independent non-executive group joint')
const OFFICER = String.raw`[Cc]hief (?:[\p{L}-]{1,20}(?:,? (?:and )?[\p{L}-]{1,20}){0,2}? )?[Oo]fficer`

const POST = String.raw`(?:${RANK} )?(?:[Cc]o-?)?(?:[Ff]ounder|CEO|CFO|COO|CTO|CMO|CRO|CPO|CSO|CISO|CIO|CHRO|${OFFICER}|[Cc]hief (?:[Ee]xecutive|[Ss]cientist|[Ee]ngineer|[Aa]rchitect|[Ee]conomist|of [Ss]taff)|[Vv]ice[- ][Pp]resident(?: of [\p{L}]{1,20})?|[ES]?VP(?: of [\p{L}]{1,20})?|[Pp]resident|[Vv]ice[- ][Cc]hair|[Cc]hair(?:man|woman|person)?|[Gg]eneral (?:[Cc]ounsel|[Mm]anager)|${FIELD} (?:[Cc]hief|[Bb]oss|[Hh]ead|[Dd]irector)|[Hh]ead of (?!the |its )\p{L}{1,20}(?: (?:and )?(?!at |of |for |in |to |as |has |is )\p{Ll}{3,20})?|[Bb]oard (?:member|director)|[Ee]ditor(?:-in-chief)?|[Tt]reasurer|[Bb]oss|[Dd]irectors?|[Cc]hief(?! \p{Ll})|[Pp]artner)(?![\p{L}])`

/** One post, or two held together: "co-founder and chief scientist". */
export const WRITTEN_ROLE = new RegExp(
  String.raw`(?<![\p{L}-]|[Bb]oard of )${POST}(?:(?: and | & |,? and |/)${POST})?`,
  'gu',
)
