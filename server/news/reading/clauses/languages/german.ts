import { GAP, M, namedBy, pattern, S, words, type Wording } from './wording.ts'

const BOSS = words(String.raw`\p{L}*-?(?:chef(?:in)?|ceo|cfo|cto|coo|gründer(?:in)?|vorstand|geschäftsführer(?:in)?)`)
const STAFF = words(
  String.raw`mitarbeiter(?:n|innen)?|mitarbeitende[nr]?|stellen|jobs|arbeitsplätze|beschäftigten?|belegschaft|angestellten?`,
)

export const GERMAN: Wording = {
  events: [
    {
      event: 'closure',
      does: pattern(
        String.raw`^${GAP}${words(String.raw`insolvenz\p{L}*|insolvent|zahlungsunfähig|pleite`)}`,
        `^${GAP}${words('stellt')}${GAP}${words('betrieb|geschäft')}${GAP}${words('ein')}`,
        `^${GAP}${words('macht dicht|wird abgewickelt|gibt auf|schließt für immer|betrieb eingestellt')}`,
      ),
      undergoes: pattern(
        String.raw`${words(String.raw`insolvenz\p{L}*|pleite|aus`)} (?:von|bei|der|für|über)(?: [\p{L}-]+){0,3} ${S}`,
      ),
    },
    {
      event: 'acquisition',
      does: pattern(
        `^${GAP}${words('wird|wurde|worden|werden')}${GAP}${words('übernommen|gekauft|aufgekauft|verkauft|geschluckt')}`,
        `^${GAP}${words('übernommen worden|gekauft worden|verkauft worden|vor dem verkauf|vor verkauf|steht zum verkauf')}`,
        `^ (?:geht|verkauft sich) an `,
        String.raw`^[^.;:]{0,20}?${words(String.raw`bericht\p{L}* über|gerücht\p{L}* über|gespräch\p{L}* über|interesse an`)}${GAP}${words(String.raw`verkauf|übernahme`)}`,
      ),
      undergoes: pattern(
        String.raw`${words('übernimmt|kauft|erwirbt|schluckt|schnappt sich')} (?:[\p{L}-]+ ){0,4}${S}`,
        String.raw`${words('übernahme|kauf|verkauf|erwerb')} (?:von|des|der|durch) (?:[\p{L}-]+ ){0,4}${S}`,
        String.raw`${words('hat|haben')} (?:[\p{L}-]+ ){0,4}${S} ${words('übernommen|gekauft|erworben')}`,
      ),
    },
    {
      event: 'raise',
      does: pattern(
        `^${GAP}${words('sammelt|holt|erhält|bekommt|sichert sich|nimmt|wirbt|schließt')}${GAP}(?:${M}|${words('finanzierungsrunde|kapitalrunde')})`,
        `^${GAP}${M}${GAP}${words('eingesammelt|erhalten|aufgenommen|eingeworben|gesichert|abgeschlossen|bekommen')}`,
        `^${GAP}${words('finanzierungsrunde|kapitalrunde')}${GAP}(?:${M}|${words('abgeschlossen|ab')})`,
        `^${GAP}${words('verhandelt|spricht|gesprächen')}${GAP}(?:${words('finanzierungsrunde|kapitalrunde')}|${M})`,
      ),
      undergoes: pattern(
        String.raw`${M}(?: frisches kapital)? für (?:[\p{L}-]+ ){0,3}${S}`,
        String.raw`${words('investiert|investieren|beteiligt sich|steigt')}${GAP}${words('in|bei|an')} (?:[\p{L}-]+ ){0,3}${S}`,
      ),
    },
    { event: 'ipo', cues: pattern(words('börsengang|börsenprospekt|an die börse|börsendebüt')) },
    {
      event: 'layoffs',
      does: pattern(
        `^${GAP}${words('entlässt|streicht|baut|kündigt|entlassen')}${GAP}${STAFF}`,
        `^${GAP}${STAFF}${GAP}${words('entlassen|gekündigt|abgebaut|gestrichen')}`,
      ),
      undergoes: pattern(
        String.raw`${words('entlassungen|stellenabbau|kündigungen|kündigungswelle|massenentlassung(?:en)?')} bei (?:[\p{L}-]+ ){0,3}${S}`,
      ),
    },
    {
      event: 'departure',
      cues: pattern(
        `${BOSS}${GAP}${words('zurück|verlässt|scheidet|geht|wirft hin|muss gehen')}`,
        `${words('verlässt|abgang|rücktritt|rückzug')}${GAP}${BOSS}`,
        `${BOSS}${GAP}${words('abgang|rücktritt|rückzug')}`,
      ),
    },
    {
      event: 'legal',
      cues: pattern(
        words(
          String.raw`\p{L}*klage|verklagt|bußgeld|geldstrafe|ermittlungen|ermittelt|razzia|verurteilt|durchsuch\p{L}*|kartellamt|gericht verbietet`,
        ),
      ),
    },
    {
      event: 'incident',
      cues: pattern(
        words(
          String.raw`datenleck|datenpanne|hackerangriff|cyberangriff|gehackt|ausfall|rückruf|sicherheitslücke|großbrand|explosion`,
        ),
      ),
    },
    {
      event: 'purchase',
      does: pattern(
        String.raw`^[^.;:,]{0,30}?${words('übernimmt|kauft|erwirbt|schluckt')} (?!\p{L}*(?:leitung|führung))(?:[\p{L}-]+ ){0,5}\p{Lu}`,
        `^ ${words('hat|haben')}${GAP}${words('übernommen|gekauft|erworben')}`,
      ),
    },
    {
      event: 'results',
      does: pattern(
        `^${GAP}${words(String.raw`\p{L}*umsatz|gewinn|verlust|profitabel|schwarze zahlen|jahresüberschuss`)}`,
      ),
    },
    {
      event: 'arrival',
      cues: pattern(
        `${words('neue[rn]?|ernennt|beruft|befördert|holt|bekommt')}${GAP}${BOSS}`,
        `${BOSS}${GAP}${words('übernimmt|ernannt|berufen|an bord')}`,
        `${words('wird')} (?:neue[rn]? )?${BOSS}`,
      ),
    },
    {
      event: 'expansion',
      does: pattern(
        `^${GAP}${words(String.raw`eröffnet|expandiert|expansion|markteintritt|neue[rsn]? (?:standort|büro|werk|fabrik)`)}`,
        String.raw`^ startet in \p{Lu}`,
      ),
    },
    {
      event: 'partnership',
      cues: pattern(
        words(
          String.raw`partnerschaft|kooperation|kooperiert|kooperieren|zusammenarbeit|rahmenvertrag|großauftrag|arbeitet mit`,
        ),
      ),
    },
    {
      event: 'launch',
      does: pattern(
        `^${GAP}${words('bringt')}${GAP}${words('auf den markt')}`,
        `^${GAP}${words('stellt|führt')}${GAP}${words('vor|ein')}`,
        `^ ${words('launcht|veröffentlicht|lanciert')}`,
      ),
    },
  ],
  denied: pattern(
    words(
      String.raw`dementier\p{L}*|bestreite\p{L}*|bestritten|zurückgewiesen|weist${GAP}zurück|widersprich\p{L}*|nichts dran|falschmeldung|unwahr|keine? (?:verkauf|insolvenz|börsengang|entlassungen|übernahme)|geplatzt|gescheitert|abgesagt|abgeblasen`,
    ),
  ),
  reported: pattern(
    words(
      String.raw`soll(?:en)?|laut (?:insidern|kreisen|medienberichten?|bericht)|angeblich|berichten zufolge|gespräche(?:n)?|verhandel\p{L}*|verhandlungen|gerüchte\p{L}*|insider\p{L}*|könnten?|erwägt|plant|will|wollen|prüft|bereitet|kurz vor|vor dem`,
    ),
  ),
  past: pattern(
    words(
      String.raw`hatten?|vor \p{L}+ (?:jahren|monaten|wochen)|vor einem (?:jahr|monat)|im vergangenen (?:jahr|monat|frühjahr|sommer|herbst|winter)|im letzten jahr|seit der gründung|bisher|damals|war(?:en)? zuvor`,
    ),
  ),
  rival: pattern(
    String.raw`${words(String.raw`(?:konkurrent|rivale|wettbewerber|mitbewerber)\p{L}*`)}`,
    `${S}-(?:konkurrent|rivale|investor|kunde|partner|gründer)`,
  ),
  object: /(?<!\p{L})(?:von|bei|an|für|mit|durch|gegen|über|als|ex-|ehemaligen?|früheren?|wie)\s*$/iu,
  valuation: /(?:bewert|unternehmenswert)\p{L}*[^.;]{0,40}$/iu,
  total: /(?:insgesamt|gesamtfinanzierung|in summe|bislang|seit gründung)[^.;]{0,40}$/iu,
  investors: new RegExp(
    String.raw`(?:(?:[Aa]ngeführt|[Gg]eführt)(?: wird| wurde)?(?: die (?:\p{L}+-)*(?:Finanzierungsrunde|Finanzierung|Kapitalrunde|Kapitalerhöhung|Runde))?(?: wird| wurde)? von|[Uu]nter (?:der )?(?:Führung|Leitung) von|[Ll]ead-?[Ii]nvestor(?:en|in)? (?:ist|sind|war|waren)|von den Investoren|(?:kommt|stammt|kommen|stammen) von|(?:Euro|Dollar|Franken) von (?!Investoren|Geldgebern|Kunden|Business Angels)) ?${namedBy('und')}`,
    'u',
  ),
  staff: new RegExp(
    String.raw`(?<share>\d{1,2}(?:,\d)?) ?(?:%|prozent)|(?<count>\d[\d.]*) (?:[\p{Ll}-]+ ){0,2}${STAFF}`,
    'iu',
  ),
}
