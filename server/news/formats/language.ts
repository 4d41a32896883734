const MAX_READ = 500

/** Null if the language would be a guess. */
export function languageOf(text: string): string | null {
  const sample = text.slice(0, MAX_READ).toLowerCase()
  return byScript(sample) ?? byWords(sample)
}

/** Scripts that imply a language: their code points, and the share of letters that is enough. */
const SCRIPTS: [language: string, from: number, to: number, least: number][] = [
  // Japanese comes first: it uses Chinese characters too.
  ['ja', 0x3040, 0x30ff, 0.08],
  ['ko', 0xac00, 0xd7a3, 0.3],
  ['zh', 0x4e00, 0x9fff, 0.3],
  ['ru', 0x0400, 0x04ff, 0.4],
  ['he', 0x0590, 0x05ff, 0.4],
  ['ar', 0x0600, 0x06ff, 0.4],
  ['el', 0x0370, 0x03ff, 0.4],
  ['hi', 0x0900, 0x097f, 0.4],
  ['th', 0x0e00, 0x0e7f, 0.4],
]
const LATIN_END = 0x024f
const MIN_LETTERS = 8

function byScript(sample: string): string | null {
  let letters = 0
  const counts = SCRIPTS.map(() => 0)
  for (let i = 0; i < sample.length; i += 1) {
    const code = sample.charCodeAt(i)
    if ((code >= 97 && code <= 122) || code >= 0xc0) letters += 1
    if (code <= LATIN_END) continue
    const script = SCRIPTS.findIndex(([, from, to]) => code >= from && code <= to)
    if (script >= 0) counts[script] = (counts[script] ?? 0) + 1
  }
  if (letters < MIN_LETTERS) return null
  const found = SCRIPTS.find(([, , , least], i) => (counts[i] ?? 0) / letters >= least)?.[0] ?? null
  return found === 'ru' && (sample.match(/[іїєґ]/g)?.length ?? 0) / letters > 0.03 ? 'uk' : found
}

const COMMON: Record<string, string> = {
  en: 'the and of to for with from has have is was its that by on this are will after more than their which said in a as at an no be or it how why new over up all can do out who we our your you',
  de: 'der die das und ist nicht mit von für ein eine einen dem den auf sich auch nach wird bei werden über zum zur oder in an des im was war am',
  fr: 'le la les des et est une dans pour que qui sur avec pas par plus au aux ce cette sont ses leur été du de en un a on se',
  es: 'el la los las y es una en por que con para del se su al más como este esta fue entre sobre ha han lo de a no un millones empresa empleados',
  it: 'il lo la gli di e è una in per che con del della dei delle nel nella si su più come anche sono alla a un ha al no società milioni azienda dipendenti',
  pt: 'o a os as e é uma em por que para do da dos das no na não se mais como foi ao pela pelo são de um milhões empresa funcionários diz com sua seu',
  nl: 'de het een en van is niet met voor op aan dat zijn ook naar wordt bij door over uit heeft om deze nog in was up me miljoen bedrijf medewerkers maakt zegt jaar',
  sv: 'och att det som en ett är för med av på till inte har den om från var sig men kan ska efter också miljoner kronor bolaget företaget anställda enligt skriver',
  da: 'og at det som en et er for med af på til ikke har den om fra var sig men kan skal efter også blev',
  no: 'og at det som en et er for med av på til ikke har den om fra var seg men kan skal etter også ble',
  fi: 'ja on ei se että oli ovat mutta kun myös joka hän sekä tai mukaan kuin olla sen jotka vuoden uusi',
  pl: 'i w na z do się że jest nie to o od przez dla oraz jak po za ale są był jego który tym roku a',
  tr: 've bir bu için ile da de olarak olan daha çok en gibi sonra kadar ise ancak tarafından yeni göre oldu',
}

const LANGUAGES = Object.keys(COMMON)
const LANGUAGES_OF = languagesByWord()

function languagesByWord(): Map<string, number[]> {
  const languages = new Map<string, number[]>()
  for (const [place, language] of LANGUAGES.entries()) {
    // Single letters are numerals or initials as often as they are words.
    for (const word of (COMMON[language] ?? '').split(' ').filter((each) => !/^[a-z]$/.test(each)))
      languages.set(word, [...(languages.get(word) ?? []), place])
  }
  return languages
}

const MIN_WORDS = 4
const MIN_SCORE = 0.9
/** A single word may be part of a name: El Salvador, Las Vegas. */
const MIN_DISTINCT = 2
/** Required lead over the runner-up, because related languages share half of their common words. */
const MIN_LEAD = 1.3

function byWords(sample: string): string | null {
  const words = sample.split(/[^a-z\u00C0-\u024F]+/)
  if (words.length < MIN_WORDS) return null
  const scores = LANGUAGES.map(() => 0)
  const distinct = LANGUAGES.map(() => 0)
  const seen = new Set<string>()
  for (const word of words) {
    const languages = LANGUAGES_OF.get(word)
    if (!languages) continue
    for (const place of languages) {
      // A word that many languages share says little.
      scores[place] = (scores[place] ?? 0) + 1 / languages.length
      if (!seen.has(word)) distinct[place] = (distinct[place] ?? 0) + 1
    }
    seen.add(word)
  }
  const ranked = LANGUAGES.map((language, place) => ({ language, score: scores[place] ?? 0, place }))
    .filter(({ place }) => (distinct[place] ?? 0) >= MIN_DISTINCT)
    .sort((a, b) => b.score - a.score)
  const [best, next] = ranked
  if (!best || best.score < Math.max(MIN_SCORE, words.length * 0.06)) return null
  return best.score >= (next?.score ?? 0) * MIN_LEAD ? best.language : null
}
