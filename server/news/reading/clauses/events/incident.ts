import { MONEY } from '../entities.ts'
import { MODIFIER, SELF } from '../marked-text.ts'
import { KIND_OF_COMPANY, OBJECT, opening, pattern, type EventWording } from './event-wording.ts'

const VEHICLE = String.raw`(?:tanker|lorry|truck|van|bus|boat|ferry|drone|kite|balloon|train|tram|crane|plane|aircraft|pod|scooter|bike|car|rocket|vessel|barge|ship|robot|robotaxi|shuttle|trailer|gondola|lift)s?`
const OFF_SALE = String.raw`(?:pulled|yanked|withdrawn|removed|taken|whisked) (?:from|off) (?:the )?(?:[a-z]+ ){0,2}(?:shelves|sale|market|stores|menus?)`

export const INCIDENT: EventWording = {
  event: 'incident',
  own: pattern(
    "(?:you|customers|users|many) (?:could not|couldn['’]t|were unable to|were not able to) (?:open|access|log|use|reach|sign)",
    '(?:stolen|leaked) (?:password|credential)',
    'unauthori[sz]ed',
    'gained access',
    'someone (?:used|accessed|got)',
    `${SELF}’s (?:systems?|servers?|service|site|app|database)[^.;]{0,30}(?:down|offline|unavailable|locked|failed)`,
    'post-?mortem',
    'we let you down',
    'what happened on',
  ),
  does: pattern(
    opening([
      String.raw`(?:pull|pulls|pulled|yank|yanks|yanked|takes?|took) (?:[^.;]{1,50}?) (?:from|off) (?:the )?(?:shelves|sale|market|menus?)\b`,

      String.raw`(?:be |been |was |gets? |got )?(?:scammed|swindled|defrauded|conned|duped|tricked|robbed|fleeced|burgled|hoaxed|looted|ransacked)\b`,
      String.raw`(?:falls?|fell) (?:victim|prey) to\b`,
      String.raw`los(?:es|t|ing) (?:about |nearly |almost |more than |over )?${MONEY} (?:to|in|through) (?:an? )?(?:[a-z-]+ ){0,3}(?:fraud|fraudsters?|scam|scammers?|hackers?|thieves|theft|phishing|hack|heist|exploit|con|conman|embezzlement)\b`,
      String.raw`lock(?:s|ed|ing) (?:[a-z]+ ){1,4}out\b`,
      String.raw`leav(?:es|ing) (?:[a-z\d,]+ ){1,4}(?:stranded|in the dark|in the cold|without (?:power|heat|water|service|access))\b`,

      '(?:be |been |being |got |gets )?(?:hacked|breached|hit by (?:[a-z]+ ){0,4}(?:attack|breach|outage|ransomware|hack)|compromised)',
      'suffer(?:s|ed|ing)? (?:[^.;]{0,50})?(?:breach|outage|attack|hack|hackers|leak|incident|downtime|fire|failure|explosion)',
      String.raw`recall(?:s|ed|ing)\b`,
      String.raw`(?:go(?:es)?|went|knocked) (?:offline|down)\b`,
      'disclos(?:es|ed|ing) (?:[^.;]{0,50})?(?:breach|incident|hack|leak|intrusion)',
      'expos(?:es|ed|ing) (?:[^.;]{0,40})?(?:data|records|customers?)',
      'leak(?:s|ed) ',
      'confirm(?:s|ed) (?:[^.;]{0,40})?(?:breach|hack|outage|leak|intrusion|attack|incident)',
      String.raw`crash(?:es|ed)?\b`,
      'report(?:s|ed) (?:an? )?(?:[^.;]{0,30})(?:breach|security incident|outage)',
      'experienc(?:e|es|ed|ing) (?:[^.;]{0,40})?(?:outage|breach|incident|disruption|failure)',
      'evacuat',
      'ground(?:s|ed|ing) (?:its |the )?(?:[a-z]+ )?(?:fleet|aircraft|flights|drones|planes)',
      'voluntar[a-z]+ (?:withdraw|recall)[a-z]*',
      'withdraw(?:s|ing|ew|n)? (?:[^.;]{0,20})?(?:lots|products|batches|units|devices)',
      '(?:took|takes|taking|take) (?:its |some |all )?(?:systems?|servers?|service) offline',
    ]),
  ),
  has: pattern(
    opening([
      String.raw`(?:[a-z-]+ ){0,3}(?:leak(?:s|ed)|expos(?:es|ed)|spill(?:s|ed)) (?:[a-z\d,]+ ){0,3}(?:data|addresses|details|records|passwords|photos|names|emails|numbers|messages|locations|information)\b`,
      String.raw`(?:customers|users|riders|passengers|patients|drivers|tenants) (?:[a-z]+ ){0,3}(?:in the dark|stranded|locked out|left without|unable to|cut off|lose access)\b`,

      String.raw`(?:[a-z-]+ ){0,4}(?:is |are |was |were |being )?${OFF_SALE}`,
      String.raw`(?:[a-z-]+ ){0,3}${VEHICLE} (?:[a-z]+ )?(?:overturn(?:s|ed)|capsiz(?:es|ed)|comes? down|came down|ditch(?:es|ed)|crash-land(?:s|ed)|sinks?|sank|plung(?:es|ed)|veer(?:s|ed)|slam(?:s|med)|plough(?:s|ed)|plow(?:s|ed)|runs? (?:into|over|off)|ran (?:into|over|off)|spill(?:s|ed)|toppl(?:es|ed)|rolls? over|rolled over|jackknif(?:es|ed)|bursts? into flames|goes? up in (?:flames|smoke)|went up in (?:flames|smoke))\b`,
      String.raw`(?:[a-z-]+ ){0,3}(?:nightmare|ordeal|meltdown|fiasco|snafu|mishap)\b`,
      String.raw`(?:[a-z-]+ ){0,3}(?:is |are |goes |was )?(?:on the blink|on the fritz|out of action|down for (?:[a-z\d]+ )?(?:hours?|days?))\b`,
    ]),
    String.raw`^(?:[a-z-]+ ){0,4}(?:(?:data|security) breach|breach|outage|hack\b|hacked|recall|data leak|ransomware|cyberattack|explosion|fire\b|incident|crash|service disruption|(?:rocket|drone|vessel|plant|ship|truck|aircraft|vehicle|robot|battery|satellite)s? (?:[^.;]{0,30})?(?:lost|crash[a-z]*|runs? aground|explod[a-z]*|fails?|failed|catch[a-z]* fire|caught fire|derail[a-z]*|destroyed|fall[a-z]*|collid[a-z]*)|(?:robotaxi|car|van|truck|drone|scooter|bus|robot|train|plane)s? (?:strikes?|struck|hits?|kills?|killed|injures?|injured)\b)`,
  ),
  undergoes: pattern(
    String.raw`\b(?:thieves|burglars|robbers|crooks|vandals) (?:[a-z]+ ){0,3}(?:off with|away with|steal|stole|nab|swipe|hit|raid|target|break into|broke into|smash) (?:[a-z]+ ){0,3}(?:${SELF}|${MODIFIER})`,

    String.raw`\b(?:ransomware|hacking|hacker|extortion|cybercrime) (?:crew|gang|group|outfit|collective)s? (?:[a-z]+ )?(?:lists?|listed|names?|named|claims?|claimed|posts?|posted|hits?|adds?|added|targets?|targeted|leaks?|leaked) (?:[a-z]+ ){0,3}${SELF}`,
    String.raw`\b(?:hackers?|thieves|crooks|intruders?|attackers?) (?:[a-z]+ )?(?:post|leak|dump|publish|sell|sold|offer|st[eo]al|stole|swip|grab|copi|copy|expos|claim)[a-z]{0,4} (?:[a-z]+ ){0,3}(?:${SELF}|${MODIFIER})`,
    String.raw`\b(?:stuck|trapped|stranded|marooned|rescued|evacuated)\b[^.;]{0,80}(?:${SELF}|${MODIFIER})`,

    `(?:breach|outage|hack|attack|cyberattack|ransomware|malware|recall|leak|explosion|fire|accident|incident|intrusion|failure|crash)(?:es|s)? (?:at|of|hits?|strikes?|cripples?|on|by|in|knocks?|takes?|exposes?|affecting) (?:[^.;,]{0,25})?${SELF}`,
    `(?:hack(?:s|ed|ers)|breach(?:es|ed)|attack(?:s|ed)) (?:[a-z]+ ){0,3}${OBJECT}`,
    `(?:(?:built|made|supplied|operated|designed|developed|manufactured) by ${SELF}|${MODIFIER}-(?:built|made|operated|designed)) (?:[^.;,]{0,40} )?(?:fail(?:s|ed)|explod(?:es|ed)|crash(?:es|ed)|catch(?:es)? fire|caught fire|malfunction(?:s|ed)|collaps(?:es|ed)|(?:is|was|were) (?:lost|destroyed|recalled|grounded))`,
    `(?:hackers?|thieves|attackers) (?:[a-z]+ )?(?:mak|made|drain|st[eo]al|stole|siphon|grab|t[ao]k|took|loot|swip)[a-z]{0,3} [^.;]{0,60}(?:from|at) ${KIND_OF_COMPANY}${SELF}`,
    `(?:hackers|attackers|intruder|unauthorized)[^.;]{0,60}${SELF}['’]s (?:systems?|network|servers?|database|data|environment)`,
    `(?:fire|explosion|blaze)[^.;]{0,40}${SELF}['’]s`,
  ),
}
