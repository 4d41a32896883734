import { GAP, M, namedBy, pattern, S, words, type Wording } from './wording.ts'

const BOSS = words(
  String.raw`vd|vd:n|vd:ar|ceo|cfo|cto|coo|(?:med)?grundar(?:e|en|na)|(?:styrelse)?ordförande|\p{L}+chef(?:en)?`,
)
const STAFF = words('anställda|medarbetare|personer|tjänster|jobb|personalen|personal|arbetsstyrkan|personalstyrkan')
const ROUND = words('kapitalrunda|finansieringsrunda|investeringsrunda|runda|nyemission|emission')
const BUYS = 'köper(?: upp)?|förvärvar|tar över|köpte|förvärvade|har (?:köpt|förvärvat|tagit över)'

export const SWEDISH: Wording = {
  events: [
    {
      event: 'closure',
      does: pattern(
        `^${GAP}${words('konkurs|konkursansökan|lägger (?:ned|ner) (?:verksamheten|bolaget)|avvecklas|likvideras|likvidation|stänger för gott')}`,
      ),
      undergoes: pattern(String.raw`${words('konkurs|nedläggning|slutet')} (?:för|av) (?:[\p{L}-]+ ){0,3}${S}`),
    },
    {
      event: 'acquisition',
      does: pattern(
        `^${GAP}${words('köps|köptes|förvärvas|förvärvades|säljs|såldes|uppköpt|köpts|förvärvats|sålts')}${GAP}${words('av|till')}`,
        `^${GAP}${words('är till salu|söker köpare|blir en del av|går upp i|byter ägare')}`,
      ),
      undergoes: pattern(
        String.raw`${words(`${BUYS}|köpa|förvärva`)} (?:[\p{L}-]+ ){0,5}${S}`,
        String.raw`${words('köp|köpet|förvärv|förvärvet|uppköp|uppköpet|försäljning|försäljningen|bud|budet')} (?:av|på) (?:[\p{L}-]+ ){0,4}${S}`,
      ),
    },
    {
      event: 'raise',
      does: pattern(
        `^${GAP}${words('tar in|tog in|tagit in|reser|reste|säkrar|säkrat|får in|fått in|plockar in|plockat in|drar in|samlar in|landar|får|fått')}${GAP}(?:${M}|${ROUND})`,
        `^${GAP}${words('stänger|stängt|slutför|slutfört|genomför|genomfört')}${GAP}${ROUND}`,
        `^${GAP}${ROUND}${GAP}${M}`,
      ),
      undergoes: pattern(
        String.raw`${M} (?:till|i|för) (?:[\p{L}-]+ ){0,3}${S}`,
        String.raw`${words('investerar|satsar|skjuter till|pumpar in|går in')}${GAP}${words('i')} (?:[\p{L}-]+ ){0,3}${S}`,
      ),
    },
    {
      event: 'ipo',
      cues: pattern(words(String.raw`börsnoter\p{L}*|börsintroduktion\p{L}*|till börsen|börsdebut\p{L}*`)),
    },
    {
      event: 'layoffs',
      does: pattern(
        `^${GAP}${words('varslar|varslade|varslat|sparkar|säger upp|sade upp|sagt upp|skär (?:ned|ner)|drar (?:ned|ner)')}${GAP}${STAFF}`,
        `^${GAP}${words('varsel|varslar|uppsägningar|nedskärningar')}`,
      ),
      undergoes: pattern(
        String.raw`${words('varsel|uppsägningar|nedskärningar')} (?:på|hos|i) (?:[\p{L}-]+ ){0,3}${S}`,
      ),
    },
    {
      event: 'departure',
      cues: pattern(
        `${BOSS}${GAP}${words('lämnar|avgår|slutar|sparkas|får gå|kliver av|hoppar av')}`,
        `${words('lämnar|avgår|slutar')} som ${GAP}${BOSS}`,
      ),
    },
    {
      event: 'legal',
      cues: pattern(
        words(
          String.raw`stäms|stämmer(?! inte)|stämning|åtal\p{L}*|böter|bötfälls|sanktionsavgift|förundersökning|domstol\p{L}*|döms|vite|husrannsakan|polisanmäl\p{L}*`,
        ),
      ),
    },
    {
      event: 'incident',
      cues: pattern(
        words(
          String.raw`dataintrång|hackad(?:es)?|cyberattack\p{L}*|dataläck\p{L}*|brand|explosion|återkall\p{L}*|driftstörning\p{L}*|haveri`,
        ),
      ),
    },
    {
      event: 'purchase',
      does: pattern(
        `^ (?:har )?${words('köper|köpt|köpte|förvärvar|förvärvat|förvärvade|tar över|tagit över')}(?! av)`,
      ),
    },
    {
      event: 'results',
      does: pattern(
        `^${GAP}${words(String.raw`omsättning(?:en)?|omsätter|omsatte|vinst(?:en)?|förlust(?:en)?|lönsam\p{L}*|intäkter(?:na)?|bokslut(?:et)?`)}`,
      ),
    },
    {
      event: 'arrival',
      cues: pattern(
        `${words('utser|rekryterar|anställer|värvar|tillsätter')}${GAP}${BOSS}`,
        String.raw`${words('ny|nya')} (?:[\p{L}-]+ )?${BOSS}`,
        `${BOSS}${GAP}${words('tillträder|utses|utsedd')}`,
        `${words('blir')} (?:ny )?${BOSS}`,
      ),
    },
    {
      event: 'expansion',
      does: pattern(
        `^${GAP}${words('öppnar|expanderar|expansion|etablerar sig|ny fabrik|nytt kontor|ny anläggning')}`,
        `^ lanserar i `,
      ),
    },
    {
      event: 'partnership',
      cues: pattern(words(String.raw`samarbet\p{L}*|partnerskap|avtal med|ramavtal|order från|kontrakt med`)),
    },
    { event: 'launch', does: pattern(`^ ${words('lanserar|släpper|presenterar|lanserade')}`) },
  ],
  denied: pattern(
    words(
      String.raw`förnekar|förnekade|dementera\p{L}*|dementi|tillbakavisar|felaktig\p{L}*|stämmer inte|inte till salu|inga (?:planer|varsel|uppsägningar)|ställer in|ställs in|avblås\p{L}*|avbryt\p{L}*|misslyck\p{L}*|blir inget|drar sig ur|skjuts upp`,
    ),
  ),
  reported: pattern(
    words(
      String.raw`enligt (?:källor|uppgifter)|uppges|sägs|rykt\p{L}*|överväger|planerar|vill|förhandla\p{L}*|förhandlingar|samtal|kan komma|siktar på`,
    ),
  ),
  past: pattern(
    words(
      String.raw`hade|för (?:\p{L}+|\d+) (?:år|månader) sedan|förra (?:året|månaden)|i fjol|tidigare|sedan starten|hittills`,
    ),
  ),
  rival: pattern(words(String.raw`konkurrent\p{L}*|rival\p{L}*`)),
  object: /(?<!\p{L})(?:av|hos|till|för|med|mot|på|om|som|ex-|tidigare|från|i|inom|köper|förvärvar)\s*$/iu,
  valuation: /värder\p{L}*[^.;]{0,40}$/iu,
  total: /(?:totalt|sammanlagt|hittills|sedan starten)[^.;]{0,40}$/iu,
  investors: new RegExp(
    String.raw`(?:(?:[Ll]edd\p{L}*|[Ll]eds) av|(?:kronor|euro|dollar|kapital|finansiering) från|[Bb]akom rundan står|[Ii]nvesterare är) ${namedBy('och')}`,
    'u',
  ),
  buyer: { buys: BUYS, by: 'av|till' },
  staff: new RegExp(
    String.raw`(?<share>\d{1,2}(?:,\d)?) ?(?:%|procent)|(?<count>\d[\d \u00a0]*) (?:[\p{Ll}-]+ )?${STAFF}`,
    'iu',
  ),
}
