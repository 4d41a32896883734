/**
 * Stems of month names without diacritics, for European languages, Hebrew, Arabic and Indonesian, because endings vary
 * with the grammar. The longest matching stem wins: the Finnish word for November begins like March.
 */
const MONTH_STEMS = [
  'jan ene gen ian jaan ocak sty leden ledna sijec saus tammi ιαν янв яну січ јан студз ינו يناير',
  'feb fev veeb vel sub lut unor vasar helmi φεβ фев феб лют פבר فبراير',
  'mar maerz mrz mrt maart maalis breze brezn ozuj kovas kovo μαρ мар бер сак מרץ מרס مارس',
  'apr avr abr kwi duben dubna travan travnj baland huhti nis απρ апр кві крас אפר أبريل ابريل',
  'may mai maj mag mei kvet svib geguz touko μαι май мая мај трав מאי مايو',
  'jun juin giu cze cervn cerven lipan lipnj birzel kesa haz iun juun ιουν июн юни јун чер чэр יוני يونيو',
  'jul juil lug lip cervenc cervene srpanj srpnj liep heina tem iul juul ιουλ июл юли јул лип ліп יולי يوليو',
  'aug aou ago sie srp kolov rugpj elo agu avg αυγ авг сер жні אוג أغسطس',
  'sep set szept wrz zar rujan rujn rugs syys eyl σεπ сен сеп вер ספט سبتمبر',
  'oct okt ott out paz rij spal loka eki οκτ окт жов каст אוק أكتوبر',
  'nov noi lis stud lapkr marras kas νοε ноя ное нов лис ліс נוב نوفمبر',
  'dec dez dic des det gru prosin joulu ara δεκ дек дец гру сне דצמ ديسمبر',
]
const STEMS = new Map(
  MONTH_STEMS.flatMap((stems, month) => stems.split(' ').map((stem) => [stemmed(stem), month + 1] as const)),
)
const LONGEST_STEM = 7
const SHORTEST_STEM = 3
/** "Listopad" is October in Croatian but November in its neighboring languages. */
const CROATIAN_OCTOBER = /^listopad/

/** 1 to 12, or null. */
export function monthNamed(written: string, language: string | null): number | null {
  const name = stemmed(written)
  if (language?.startsWith('hr') && CROATIAN_OCTOBER.test(name)) return 10
  return stemOf(name) ?? (name.startsWith('ב') ? stemOf(name.slice(1)) : null)
}

function stemOf(name: string): number | null {
  for (let length = Math.min(LONGEST_STEM, name.length); length >= SHORTEST_STEM; length -= 1) {
    const month = STEMS.get(name.slice(0, length))
    if (month !== undefined) return month
  }
  return null
}

function stemmed(written: string): string {
  const lower = written.toLowerCase()
  return /^[a-z]+$/.test(lower) ? lower : lower.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('ı', 'i')
}
