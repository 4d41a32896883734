import { GAP, M, namedBy, pattern, S, words, type Wording } from './wording.ts'

const BOSS = words(
  String.raw`pdg|patron(?:ne)?|directeur|directrice|fondateur|fondatrice|cofondat\p{L}+|dg|ceo|cfo|présidente?`,
)
const STAFF = words('postes?|salariés?|employés?|emplois?|collaborateurs?|personnes|effectifs?')

export const FRENCH: Wording = {
  events: [
    {
      event: 'closure',
      does: pattern(
        `^${GAP}${words(String.raw`(?:redressement|liquidation) judiciaire|faillite|dépose(?:r)? le bilan|déposé le bilan|met la clé sous la porte|cesse(?:r)? (?:son|ses|toute) activités?|ferme(?:r)? ses portes`)}`,
      ),
      undergoes: pattern(
        String.raw`${words('liquidation|faillite|fermeture|fin|redressement judiciaire')} (?:de (?:la |l['’])?|d['’]|du |pour )(?:[\p{L}-]+ ){0,3}${S}`,
      ),
    },
    {
      event: 'acquisition',
      does: pattern(
        `^${GAP}${words('racheté|rachetée|acquis|acquise|repris|reprise|vendu|vendue')}${GAP}${words('par|à')}`,
        `^${GAP}${words(String.raw`se vend|est à vendre|cherche un repreneur|change de mains|passe sous le contrôle`)}`,
      ),
      undergoes: pattern(
        String.raw`${words("rachète|acquiert|reprend|s[’']offre|avale|racheter|acquérir|a racheté")} (?:[\p{L}'’-]+ ){0,5}${S}`,
        String.raw`${words('rachat|acquisition|vente|reprise|cession')} (?:de (?:la |l['’])?|d['’]|du )(?:[\p{L}-]+ ){0,4}${S}`,
      ),
    },
    {
      event: 'raise',
      does: pattern(
        `^${GAP}${words('lève|levé|levée?|boucle|bouclé|récolte|récolté|obtient|sécurise|réunit|réuni|lever')}${GAP}(?:${M}|${words('levée de fonds|tour de table|série [a-k]|fonds')})`,
        `^${GAP}${words('levée de fonds|tour de table')}`,
      ),
      undergoes: pattern(
        String.raw`${M} pour (?:[\p{L}'’-]+ ){0,4}${S}`,
        String.raw`${words('investit|investissent|entre(?:nt)? au capital|mise(?:nt)?')}${GAP}${words('dans|de|sur')} (?:[\p{L}'’-]+ ){0,3}${S}`,
        String.raw`${words('levée de fonds|tour de table')} (?:de |pour |chez )(?:[\p{L}-]+ ){0,3}${S}`,
      ),
    },
    { event: 'ipo', cues: pattern(words(String.raw`introduction en bourse|entrée en bourse|entrer en bourse|ipo`)) },
    {
      event: 'layoffs',
      does: pattern(
        `^${GAP}${words(String.raw`supprime|supprimer|licencie|licencier|licencié|se sépare|supprimé`)}${GAP}${STAFF}`,
        `^${GAP}${words('plan social|plan de licenciements?|plan de départs|licenciements|suppressions? de postes')}`,
      ),
      undergoes: pattern(
        String.raw`${words('plan social|licenciements|suppressions? de postes|plan de départs')} chez (?:[\p{L}-]+ ){0,3}${S}`,
      ),
    },
    {
      event: 'departure',
      cues: pattern(
        `${BOSS}${GAP}${words("quitte|démissionne|démission|part|s[’']en va|cède sa place|sur le départ|débarqué|évincé")}`,
        `${words('départ|démission')}${GAP}${BOSS}`,
      ),
    },
    {
      event: 'legal',
      cues: pattern(
        words(
          String.raw`amende|condamnée?|condamne|poursuivie?|plainte|procès|enquête|mise? en examen|perquisition\p{L}*|assignée?|sanctionnée?|autorité de la concurrence|cnil`,
        ),
      ),
    },
    {
      event: 'incident',
      cues: pattern(
        words(String.raw`fuite de données|piratage|piratée?|cyberattaque|panne|rappel de|faille|incendie|explosion`),
      ),
    },
    {
      event: 'purchase',
      does: pattern(
        `^ (?:vient de |va |a )?${words(String.raw`rachète|racheté|racheter|acquiert|acquis|acquérir|reprend|s[’']offre|avale|met la main sur`)}(?! par)`,
        `^${GAP}${words('annonce|annoncé|finalise|finalisé|conclut|conclu')}${GAP}${words(String.raw`(?:le |la |l['’])?(?:rachat|acquisition)`)} `,
      ),
    },
    {
      event: 'results',
      does: pattern(`^${GAP}${words(String.raw`chiffre d['’]affaires|bénéfices?|pertes?|rentables?|rentabilité`)}`),
    },
    {
      event: 'arrival',
      cues: pattern(
        `${words('nomme|nommée?|recrute|nouveau|nouvelle|promeut|débauche')}${GAP}${BOSS}`,
        `${BOSS}${GAP}${words('rejoint|nommée?|prend les rênes')}`,
      ),
    },
    {
      event: 'expansion',
      does: pattern(
        `^${GAP}${words(String.raw`ouvre|s['’]implante|se lance (?:en|au|aux)|débarque|s['’]étend|nouvelle usine|nouveau (?:bureau|site)`)}`,
      ),
    },
    {
      event: 'partnership',
      cues: pattern(words(String.raw`partenariat|s['’]allie|s['’]associe|signe avec|contrat avec|collaboration avec`)),
    },
    {
      event: 'launch',
      does: pattern(
        `^${GAP}${words('lance|dévoile|présente|met en ligne|sort')} (?:${words('un|une|son|sa|le|la|ses')})`,
      ),
    },
  ],
  denied: pattern(
    words(
      String.raw`dément(?:i|ie|ent|ir)?|nie|nient|infirme|faux|fausse|rejette|écarte|n['’]est pas à vendre|aucune? (?:vente|levée|discussion)|abandonne|abandonné|renonce|échoué|annulée?`,
    ),
  ),
  reported: pattern(
    words(
      String.raw`serait|seraient|aurait|auraient|selon (?:nos|des|les|plusieurs|une)|en (?:discussions?|négociations?|pourparlers)|envisage\p{L}*|pourrait|rumeurs?|veut|vise|prévoit|projette|s['’]apprête|prépare|négocie|cherche|étudie`,
    ),
  ),
  past: pattern(
    words(
      String.raw`avait|avaient|il y a (?:\p{L}+|\d+) (?:ans?|mois)|l['’]an (?:dernier|passé)|l['’]année dernière|le mois dernier|depuis sa création|à ce jour|auparavant`,
    ),
  ),
  rival: pattern(words(String.raw`rivale?s?|concurrente?s?`)),
  object: /(?<!\p{L})(?:de|d['’]|du|des|chez|par|avec|pour|contre|à|au|sur|dans|ex-|ancien(?:ne)?|comme)\s*$/iu,
  valuation: /valoris\p{L}*[^.;]{0,40}$/iu,
  total: /(?:au total|total de|depuis sa création|porte[^.;]{0,40} à)[^.;]{0,30}$/iu,
  investors: new RegExp(
    String.raw`(?:(?:[Mm]enée?|[Cc]onduite?|[Dd]irigée?|[Pp]ilotée?)(?: notamment)? par|auprès (?:de |d['’]|du fonds )|sous la houlette de) ?(?:le fonds )?${namedBy('et')}`,
    'u',
  ),
  buyer: { buys: "rachète|acquiert|reprend|s[’']offre|avale|met la main sur|a racheté|a acquis", by: 'par|à' },
  staff: new RegExp(
    String.raw`(?<share>\d{1,2}(?:,\d)?) ?%|(?<count>\d[\d .\u00a0\u202f]*) (?:[\p{Ll}-]+ )?${STAFF}`,
    'iu',
  ),
}
