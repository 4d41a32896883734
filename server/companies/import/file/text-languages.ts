/** The non-ASCII letters of a language; the frequent ones come before the first space. */
type Language = string
type PairedBytes = (lead: number, trail: number, character: string) => number
type Encoding = { encoding: string; languages: Language[]; pairs?: PairedBytes }

const WESTERN = [
  'äöüß',
  'éèàçêôâîû ëïùüœæÿ',
  'áéíóúñ ü¿¡ªº',
  'áãçéíóõêú âàô',
  'àèòùì é',
  'åäö éüæø',
  'æøå éöäü',
  'áéíóú ðýþæö',
  'ëéïèö üçàê',
]
const CENTRAL = ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž ľĺŕäô', 'áéíóöőúüű', 'ăâîşţșț', 'čćđšž']
const TURKISH = ['ığşöçü âîû']
const BALTIC = ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äöüõ šž']
const CYRILLIC = [
  'оеаинтсрвлкмдпуя ыьзбгйчхжшюцщэфъё',
  'оаинітевркслдмупя їєґбгзйчхжшюцщфь',
  'аиоетнрсвлкдпмуя ъбзгчщжшцюйхфь',
]
const GREEK = ['αοιετσνηυρπκλμς άέήίόύώ ωγδθφχβξζψϊϋ']
const HEBREW = ['יוהלראתשמבנדחכקעפ טגזסצךםןףץ']
const ARABIC = ['اليمنرتوبةعدسفهقحكش جصخطذضثزغظأإآىئءؤ']

const HALF_WIDTH = /[\uFF61-\uFF9F]/
const KANA = /[\u3041-\u30FF]/
const IDEOGRAPH = /[\u4E00-\u9FFF]/

const japanese: PairedBytes = (lead, _, character) => {
  if (HALF_WIDTH.test(character)) return 0.6
  if (KANA.test(character)) return 3
  return IDEOGRAPH.test(character) && lead <= 0x97 ? 2 : 0.5
}
const extendedJapanese: PairedBytes = (lead, _, character) => {
  if (KANA.test(character)) return 3
  return lead >= 0xb0 && lead <= 0xcf && IDEOGRAPH.test(character) ? 1.8 : 0
}
/** The first half of the national character set contains the frequent ideographs. */
const chinese: PairedBytes = (lead, trail, character) => {
  if (trail < 0xa1) return -1
  return lead >= 0xb0 && lead <= 0xd7 && IDEOGRAPH.test(character) ? 2 : lead <= 0xf7 ? 0.6 : -1
}
const traditionalChinese: PairedBytes = (lead, _, character) =>
  lead >= 0xa4 && lead <= 0xc6 && IDEOGRAPH.test(character) ? 2 : lead < 0xa4 ? 0.6 : 0.3
const korean: PairedBytes = (lead) => (lead >= 0xb0 && lead <= 0xc8 ? 2.2 : 0.3)

export const ENCODINGS: Encoding[] = [
  { encoding: 'windows-1252', languages: WESTERN },
  { encoding: 'windows-1250', languages: CENTRAL },
  { encoding: 'windows-1254', languages: TURKISH },
  { encoding: 'windows-1257', languages: BALTIC },
  { encoding: 'macintosh', languages: WESTERN },
  { encoding: 'iso-8859-2', languages: CENTRAL },
  { encoding: 'windows-1251', languages: CYRILLIC },
  { encoding: 'koi8-r', languages: CYRILLIC },
  { encoding: 'x-mac-cyrillic', languages: CYRILLIC },
  { encoding: 'windows-1253', languages: GREEK },
  { encoding: 'iso-8859-7', languages: GREEK },
  { encoding: 'windows-1255', languages: HEBREW },
  { encoding: 'windows-1256', languages: ARABIC },
  { encoding: 'shift_jis', languages: [], pairs: japanese },
  { encoding: 'euc-jp', languages: [], pairs: extendedJapanese },
  { encoding: 'gb18030', languages: [], pairs: chinese },
  { encoding: 'big5', languages: [], pairs: traditionalChinese },
  { encoding: 'euc-kr', languages: [], pairs: korean },
]

const BROKEN = -6
const FOREIGN = -1
const IN_THE_WRONG_PLACE = -2
const NEUTRAL = /[‘’“”„«»–—…\p{Sc}©®™°·\u00A0、。，（）：；「」・ー]/u

/** How plausible the text is in the best-matching language, averaged per special character; at most 1. */
export function languageScore(text: string, languages: Language[]): number {
  const special = [...text.matchAll(/[^\0-\x7F]/gu)]
  const inPlace = special.map(({ 0: character, index }) =>
    placeScore(text[index - 1] ?? ' ', character, text[index + character.length] ?? ' '),
  )
  const scores = languages.map((language) => {
    const [frequent = '', ...rare] = language.split(' ')
    let sum = 0
    for (const [at, [character]] of special.entries()) {
      const lower = character.toLowerCase()
      const known = frequent.includes(lower) ? 1 : rare.some((some) => some.includes(lower)) ? 0.5 : FOREIGN
      sum += (NEUTRAL.test(character) ? 0 : known) + (inPlace[at] ?? 0)
    }
    return sum / special.length
  })
  return Math.max(...scores)
}

const isAlphabetic = (character: string) => /\p{L}/u.test(character)
const isLower = (character: string) => /\p{Ll}/u.test(character)

function placeScore(before: string, character: string, after: string): number {
  if (character === '\uFFFD' || /\p{Cc}/u.test(character)) return BROKEN
  if (!isAlphabetic(character)) {
    if (isAlphabetic(before) && isAlphabetic(after) && !/[’·]/.test(character)) return IN_THE_WRONG_PLACE
    return NEUTRAL.test(character) ? 0 : FOREIGN
  }
  if (isLower(before) && /\p{Lu}/u.test(character)) return IN_THE_WRONG_PLACE
  // Greek, Cyrillic, Hebrew and Arabic words don't contain Latin letters.
  if (!/\p{Script=Latin}/u.test(character) && (/[a-z]/i.test(before) || /[a-z]/i.test(after))) return IN_THE_WRONG_PLACE
  return 0
}

/** Like `languageScore`, but for encodings in which most characters take two bytes. */
export function pairScore(text: string, bytes: Uint8Array, pairs: PairedBytes): number {
  let at = 0
  let sum = 0
  let special = 0
  for (const character of text) {
    const lead = bytes[at] ?? 0
    if (character === '\uFFFD') return BROKEN
    if (lead < 0x80) {
      at += 1
      continue
    }
    const trail = bytes[at + 1] ?? 0
    const isOneByte = HALF_WIDTH.test(character) && lead >= 0xa1 && lead <= 0xdf
    at += isOneByte ? 1 : 2
    special += isOneByte ? 1 : 2
    sum += NEUTRAL.test(character) ? 1 : pairs(lead, trail, character)
  }
  return special === 0 ? BROKEN : sum / special
}
