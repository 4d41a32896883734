import { GAP, M, namedBy, pattern, S, words, type Wording } from './wording.ts'

const BOSS = words(
  String.raw`ceo|cfo|cto|coo|amministrat(?:ore|rice) delegat[oa]|president[ei]|fondat(?:ore|rice|ori)|cofondat\p{L}+|dirett(?:ore|rice)(?: \p{L}+)?`,
)
const STAFF = words('dipendenti|lavoratori|persone|posti|addetti|organico|personale|impiegati')
const BOUGHT = words('acquisit[ao]|acquistat[ao]|comprat[ao]|rilevat[ao]|vendut[ao]|cedut[ao]|incorporat[ao]')
const BUYS = 'compra|acquista|acquisisce|rileva|(?:ha|hanno) (?:acquisito|acquistato|comprato|rilevato)'

export const ITALIAN: Wording = {
  events: [
    {
      event: 'closure',
      does: pattern(
        `^${GAP}${words(String.raw`fallisce|è fallit[ao]|fallimento|bancarotta|in liquidazione|concordato preventivo|insolvenza|chiude i battenti|chiude definitivamente|cess(?:a|erà|ato) (?:le |l['’])?attività`)}`,
      ),
      undergoes: pattern(
        String.raw`${words('fallimento|chiusura|liquidazione|fine|crac')} (?:di |del |della |dell['’])(?:[\p{L}-]+ ){0,3}${S}`,
      ),
    },
    {
      event: 'acquisition',
      does: pattern(
        `^(?:${GAP}${words('è|viene|sarà|stat[ao]')})? ${BOUGHT}${GAP}${words(String.raw`da|dal|dalla|dai|dall['’]|a|al|alla`)}`,
        `^${GAP}${words('è in vendita|cambia proprietà|passa di mano|passa sotto il controllo|cerca (?:un )?(?:acquirente|compratore)|entra a far parte')}`,
      ),
      undergoes: pattern(
        String.raw`${words(`${BUYS}|acquisire|acquistare|comprare|rilevare`)} (?:[\p{L}\d%'’-]+ ){0,6}${S}`,
        String.raw`${words('acquisizione|acquisto|vendita|cessione')} (?:di |del |della |dell['’])(?:[\p{L}-]+ ){0,4}${S}`,
      ),
    },
    {
      event: 'raise',
      does: pattern(
        `^${GAP}${words('raccoglie|raccolto|raccogliere|ottiene|ottenuto|incassa|incassato|riceve|ricevuto')}${GAP}${M}`,
        `^${GAP}${words('raccoglie|raccolto|chiude|chiuso|completa|completato|ottiene|annuncia|annunciato|lancia')}${GAP}${words('round|aumento di capitale|serie [a-k]')}`,
        `^${GAP}${words('round|aumento di capitale')}${GAP}${M}`,
      ),
      undergoes: pattern(
        String.raw`${M} per (?:[\p{L}'’-]+ ){0,4}${S}`,
        String.raw`${words('investe|investono|entra(?:no)? nel capitale')}${GAP}${words('in|di|nella|nel|della')} (?:[\p{L}'’-]+ ){0,3}${S}`,
        String.raw`${words('round|aumento di capitale')} (?:di |per |della )(?:[\p{L}-]+ ){0,3}${S}`,
      ),
    },
    {
      event: 'ipo',
      cues: pattern(words(String.raw`quotazione in borsa|si quota|quotarsi|(?:sbarc|debutt)\p{L}+ in borsa|ipo`)),
    },
    {
      event: 'layoffs',
      does: pattern(
        `^${GAP}${words('licenzia|licenziato|licenzierà|licenziare|taglia|tagliato|taglierà|tagliare')}${GAP}${STAFF}`,
        `^${GAP}${words('licenziamenti|licenziamento collettivo|esuberi')}`,
      ),
      undergoes: pattern(
        String.raw`${words('licenziamenti|esuberi|tagli')} (?:in |alla |nella |da )(?:[\p{L}-]+ ){0,3}${S}`,
      ),
    },
    {
      event: 'departure',
      cues: pattern(
        `${BOSS}${GAP}${words('lascia|si dimette|dimess[oa]|dimissioni|dà le dimissioni|passa il testimone')}`,
        `${words('dimissioni|addio|uscita')} (?:di |del |della |dell['’])${GAP}${BOSS}`,
        `${words('lascia')}${GAP}${BOSS}`,
      ),
    },
    {
      event: 'legal',
      cues: pattern(
        words(
          String.raw`causa (?:contro|legale|a)|fa causa|mult(?:a|ata|ato)|sanzion\p{L}+|condannat[ao]|indagat[ao]|inchiesta|tribunale|antitrust|sequestr\p{L}+|class action`,
        ),
      ),
    },
    {
      event: 'incident',
      cues: pattern(
        words(
          String.raw`violazione dei dati|fuga di dati|data breach|attacco (?:hacker|informatico)|hackerat[ao]|incendio|esplosione|richiamo (?:di|dei|del)|disservizio`,
        ),
      ),
    },
    {
      event: 'purchase',
      does: pattern(
        `^ (?:ha |sta per |vuole )?${words('acquisito|acquista|acquisisce|compra|comprato|acquistato|rileva|rilevato|acquisire|acquistare')}(?! da)`,
        `^${GAP}${words('annuncia|annunciato|completa|completato|perfeziona|perfezionato')}${GAP}${words(String.raw`l['’](?:acquisizione|acquisto)`)} `,
      ),
    },
    {
      event: 'results',
      does: pattern(`^${GAP}${words(String.raw`fatturato|ricavi|util[ei]|perdit[ae]|redditizi[ao]|ebitda`)}`),
    },
    {
      event: 'arrival',
      cues: pattern(
        `${words('nomina|nominat[ao]|assume|ingaggia')}${GAP}${BOSS}`,
        String.raw`${words('nuov[oa]')} (?:[\p{L}-]+ )?${BOSS}`,
        `${BOSS}${GAP}${words('nominat[ao]|prende la guida')}`,
      ),
    },
    {
      event: 'expansion',
      does: pattern(
        `^${GAP}${words(String.raw`(?:apre|aprirà)(?! (?:un |il |la )?(?:round|raccolta|campagna))|inaugura|sbarca in|si espande|espansione|entra nel mercato|nuov[oa] (?:sede|stabilimento|ufficio|fabbrica)`)}`,
      ),
    },
    {
      event: 'partnership',
      cues: pattern(
        words('partnership|accordo con|collaborazione con|alleanza|si allea|firma (?:un )?contratto|contratto con'),
      ),
    },
    {
      event: 'launch',
      does: pattern(`^${GAP}${words('lancia|presenta|svela')} (?:${words(String.raw`un|una|il|la|l['’]`)})`),
    },
  ],
  denied: pattern(
    words(
      String.raw`smentisc\p{L}+|smentit[oa]|nega|negano|negato|fals[oa]|infondat[aoe]|respinge|esclude|non è in vendita|nessuna (?:vendita|trattativa|cessione)|salta(?:to|ta)?|annullat[ao]|rinuncia|tramontat[ao]|interrott[ao]`,
    ),
  ),
  reported: pattern(
    words(
      String.raw`secondo (?:fonti|indiscrezioni|alcune|quanto)|indiscrezioni|rumors?|sarebbe(?:ro)?|avrebbe(?:ro)?|potrebbe(?:ro)?|starebbe|trattativ[ae]|tratta|valuta|punta a|vuole|prevede|si prepara|studia|cerca|vicin[ao] a`,
    ),
  ),
  past: pattern(
    words(
      String.raw`aveva(?:no)?|(?:anni|mesi|anno|mese) fa|l['’]anno scorso|lo scorso anno|il mese scorso|dalla fondazione|finora|in precedenza`,
    ),
  ),
  rival: pattern(words(String.raw`rival[ei]|concorrent[ei]|competitor`)),
  object: /(?<!\p{L})(?:di|del|della|dell['’]|da|dal|dalla|in|con|per|contro|su|ex-?|come|al|alla|tra|presso)\s*$/iu,
  valuation: /(?:valutazion|valutat)\p{L}+[^.;]{0,40}$/iu,
  total: /(?:in totale|totale|complessiv\p{L}+|finora|dalla fondazione|port\p{L}+[^.;]{0,40} a)[^.;]{0,30}$/iu,
  investors: new RegExp(
    String.raw`(?:(?:[Gg]uidat|[Cc]ondott|[Ss]ottoscritt)[oa] (?:da|dal fondo|dal|dalla|dai)|[Cc]on la partecipazione di|[Dd]a parte di) ${namedBy('e')}`,
    'u',
  ),
  buyer: { buys: BUYS, by: 'da|dal|dalla|a|al|alla' },
  staff: new RegExp(
    String.raw`(?<share>\d{1,2}(?:,\d)?) ?%|(?<count>\d[\d.]*) (?:dei suoi |suoi )?(?:[\p{Ll}-]+ )?${STAFF}`,
    'iu',
  ),
}
