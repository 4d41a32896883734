import { GAP, M, namedBy, pattern, S, words, type Wording } from './wording.ts'

const BOSS = words(
  String.raw`ceo|cfo|cto|coo|topman|topvrouw|(?:\p{L}+)?directeur|bestuursvoorzitter|(?:mede)?oprichters?|baas`,
)
const STAFF = words('medewerkers|werknemers|banen|personeelsleden|mensen|personeel|arbeidsplaatsen')
const ROUND = words('financieringsronde|investeringsronde|kapitaalronde|groeikapitaal|kapitaalinjectie')

export const DUTCH: Wording = {
  events: [
    {
      event: 'closure',
      does: pattern(
        `^${GAP}${words('failliet|faillissement|surseance|stopt ermee|houdt op te bestaan|sluit (?:de|zijn|haar) deuren|staakt (?:de |zijn |haar |alle )?activiteiten')}`,
      ),
      undergoes: pattern(
        String.raw`${words('faillissement|einde|sluiting|ondergang')} (?:van|voor) (?:[\p{L}-]+ ){0,3}${S}`,
      ),
    },
    {
      event: 'acquisition',
      does: pattern(
        `^${GAP}${words('overgenomen|gekocht|ingelijfd')}${GAP}${words('door')}`,
        `^${GAP}${words('door')}${GAP}${words('overgenomen|gekocht|ingelijfd')}`,
        `^${GAP}${words('is|wordt|werd')}${GAP}${words('verkocht aan')}`,
        `^${GAP}${words('komt in handen van|gaat op in|zoekt (?:een )?koper|staat te koop|te koop')}`,
      ),
      undergoes: pattern(
        String.raw`${words('neemt|nam')} (?:[\p{L}-]+ ){0,5}${S}[^.;:]{0,40}?${words('over')}`,
        String.raw`${words('koopt|kocht')} (?:[\p{L}-]+ ){0,5}${S}`,
        String.raw`${words('heeft|hebben|wil|gaat')} (?:[\p{L}-]+ ){0,5}${S} ${words('overgenomen|gekocht|overnemen|kopen')}`,
        String.raw`${words('overname|verkoop|aankoop|bod')} (?:van|op) (?:[\p{L}-]+ ){0,4}${S}`,
      ),
    },
    {
      event: 'raise',
      does: pattern(
        `^${GAP}${words('haalt|haalde|sleept|krijgt(?! (?:een )?(?:boete|claim))|ontvangt')}${GAP}(?:${M}|${ROUND})`,
        `^${GAP}${M}${GAP}${words('opgehaald|binnengehaald|ontvangen|gekregen')}`,
        `^${GAP}${words('sluit|rondt|voltooit')}${GAP}${ROUND}`,
        `^${GAP}${ROUND}${GAP}${M}`,
      ),
      undergoes: pattern(
        String.raw`${M} voor (?:[\p{L}-]+ ){0,3}${S}`,
        String.raw`${words('investeert|investeren|steekt|steken|stapt')}${GAP}${words('in')} (?:[\p{L}-]+ ){0,3}${S}`,
      ),
    },
    { event: 'ipo', cues: pattern(words('beursgang|naar de beurs|beursnotering|beursdebuut')) },
    {
      event: 'layoffs',
      does: pattern(
        `^${GAP}${words('ontslaat|ontsloeg|schrapt|schrapte')}${GAP}${STAFF}`,
        `^${GAP}${STAFF}${GAP}${words('ontslagen|geschrapt')}`,
        `^${GAP}${words('ontslagronde|massaontslag|banenverlies')}`,
      ),
      undergoes: pattern(
        String.raw`${words('ontslagen|ontslagronde|massaontslag|banenverlies')} bij (?:[\p{L}-]+ ){0,3}${S}`,
      ),
    },
    {
      event: 'departure',
      cues: pattern(
        `${BOSS}${GAP}${words('vertrekt|stapt op|treedt (?:terug|af)|opgestapt|verlaat|ontslagen')}`,
        `${words('vertrek|aftreden')} van ${GAP}${BOSS}`,
        `${words('verlaat|vertrekt')}${GAP}${BOSS}`,
      ),
    },
    {
      event: 'legal',
      cues: pattern(
        words(
          String.raw`rechtszaak|aangeklaagd|klaagt|boete|veroordeeld|schikking|schikt|inval|kort geding|rechter|dagvaardt|toezichthouder`,
        ),
      ),
    },
    {
      event: 'incident',
      cues: pattern(words('datalek|gehackt|cyberaanval|hack|storing|terugroepactie|brand|explosie|ransomware')),
    },
    {
      event: 'purchase',
      does: pattern(
        `^ ${words('neemt|nam')} [^.;:]{1,60}? ${words('over')}`,
        `^ ${words('koopt|kocht|lijft')} `,
        `^ ${words('heeft|hebben')} [^.;:]{1,60}? ${words('overgenomen|gekocht|ingelijfd')}(?! door)`,
        `^${GAP}${words('rondt|kondigt|voltooit')}${GAP}${words('overname van')}`,
      ),
    },
    {
      event: 'results',
      does: pattern(`^${GAP}${words('omzet|winst|verlies|winstgevend|jaarcijfers|kwartaalcijfers')}`),
    },
    {
      event: 'arrival',
      cues: pattern(
        `${words('benoemt|stelt')}${GAP}${BOSS}`,
        String.raw`${words('nieuwe')} (?:[\p{L}-]+ )?${BOSS}`,
        `${BOSS}${GAP}${words('benoemd|aangesteld')}`,
        `${words('wordt')} (?:de )?${BOSS}`,
      ),
    },
    {
      event: 'expansion',
      does: pattern(
        `^${GAP}${words('opent|breidt|uitbreiding|betreedt|nieuwe (?:fabriek|vestiging|locatie)|nieuw kantoor')}`,
      ),
    },
    {
      event: 'partnership',
      cues: pattern(
        words('samenwerking|werkt samen|partnerschap|partnership|contract met|overeenkomst met|gaat in zee met'),
      ),
    },
    {
      event: 'launch',
      does: pattern(
        `^${GAP}${words('brengt')}${GAP}${words('op de markt')}`,
        `^ ${words('lanceert|introduceert|presenteert|onthult')}`,
      ),
    },
  ],
  denied: pattern(
    words(
      String.raw`ontken\p{L}*|tegengesproken|spreekt${GAP}tegen|niet waar|onjuist|niet te koop|geen (?:plannen|sprake|overname|verkoop|beursgang|faillissement|ontslagen|ontslagronde)|afgeblazen|gaat niet door|mislukt|afgeketst|ketst af|ziet af van|wijst${GAP}af`,
    ),
  ),
  reported: pattern(
    words(
      String.raw`zou(?:den)?|volgens (?:bronnen|ingewijden|berichten)|naar verluidt|in gesprek|gesprekken|onderhandel\p{L}*|gerucht\p{L}*|overweegt|wil|willen|van plan|mogelijk|bronnen|aast op`,
    ),
  ),
  past: pattern(
    words(
      'had|hadden|(?:jaar|jaren|maanden) geleden|vorig jaar|vorige maand|eerder|sinds de oprichting|tot nu toe|destijds',
    ),
  ),
  rival: pattern(words(String.raw`concurrent\p{L}*|rivaal|rivalen|branchegenoot`)),
  object:
    /(?<!\p{L})(?:van|bij|aan|voor|met|door|tegen|over|als|ex-|voormalige?|zoals|in|op|naast|uit|koopt|neemt)\s*$/iu,
  valuation: /(?:waardering|gewaardeerd)[^.;]{0,40}$/iu,
  total: /(?:in totaal|totale? |tot nu toe|sinds de oprichting)[^.;]{0,40}$/iu,
  investors: new RegExp(
    String.raw`(?:(?:[Gg]eleid|[Aa]angevoerd) door|[Oo]nder leiding van|opgehaald bij|afkomstig van|[Mm]et (?:deelname|steun) van|komt van|[Ii]nvesteerders? (?:is|zijn)) ${namedBy('en')}`,
    'u',
  ),
  buyer: { buys: 'neemt|nam|koopt|kocht', by: 'door|aan' },
  staff: new RegExp(
    String.raw`(?<share>\d{1,2}(?:,\d)?) ?(?:%|procent)|(?<count>\d[\d.]*) (?:van de )?(?:[\p{Ll}-]+ )?${STAFF}`,
    'iu',
  ),
}
