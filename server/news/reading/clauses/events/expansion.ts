import { NAME } from '../entities.ts'
import { SELF } from '../marked-text.ts'
import { OBJECT, opening, pattern, type EventWording } from './event-wording.ts'

export const EXPANSION: EventWording = {
  event: 'expansion',
  own: pattern(
    `^${SELF} (?:are |is )?coming to (?:[a-z]|${NAME})`,
    `${SELF}’s (?:second|third|new|first|next) (?:lab|office|store|plant|home|hub|headquarters|location|site)`,
    'doors open',
    `(?:available|live|open|launched|launching) in ${NAME}[^.;]{0,20}(?:, ${SELF}’s (?:first|second|third|fourth|fifth|sixth|new|newest|next|biggest|largest) market)`,
    `^hello,? ${NAME}`,
  ),
  does: pattern(
    opening([
      String.raw`(?:tak|pick|collect|get|got)[a-z]{0,4} (?:up )?the keys to (?:an? |its )`,

      String.raw`(?:begin|start|launch)[a-z]{0,4} (?:deliver|operat|sell|serv|trad|fly)[a-z]{0,6} (?:in|to|across) (?:the )?${NAME}`,
      String.raw`(?:rehir|re-hir|recall|reinstat|bring|brought|tak|took)[a-z]{0,4} (?:back )?(?:[\d,]+ )?(?:[a-z]+ ){0,2}(?:workers|staff|employees|crew|crews) (?=it |they |who |back|laid|let)`,

      '(?:head(?:s|ed|ing)? for|push(?:es|ed|ing)? into|arriv(?:es|ed|ing) in|ey(?:es|ed|ing)(?= [^.;]{0,40}(?:offices?|market|expansion))) ',
      'expand(?:s|ed|ing)? (?:in|into|to|its|operations|across|beyond|internationally|overseas|abroad|with|our|production|manufacturing|capacity)',
      String.raw`open(?:s|ed|ing)? (?:[^.;]{0,50})?(?:office|plant|factory|headquarters|hq\b|hub|facility|lab\b|warehouse|store|stores|campus|centers?|data center|site|showroom|clinic|clinics|location|locations|branch|communities|schools|restaurants|shops|offices|bases|depots|labs)`,
      String.raw`(?:${NAME}(?: and ${NAME})? )?offices\b`,
      String.raw`enter(?:s|ed|ing)? (?:[^.;]{0,40})?(?:market|markets|${NAME}|uk\b|u\.s\.|us\b)`,
      String.raw`(?:hire|add|create|recruit)[a-z]{0,3} (?:[^.;]{0,20})?\d[\d,]*(?: [a-z]+){0,3} (?:people|jobs|employees|workers|staff|engineers|roles|positions)`,
      String.raw`(?:accelerat|announc|unveil|complet|plan|begin|continu)[a-z]{0,4} (?:[^.;,]{0,50} )?expansion\b`,
      'doubl(?:es|ed|ing) (?:its )?(?:headcount|workforce|team|staff)',
      String.raw`launch(?:es|ed|ing)? in (?:the )?(?:[a-z]+ ){0,2}(?:market|${NAME}|uk\b|u\.s\.|us\b)`,
      'mov(?:e|es|ed|ing) (?:its )?(?:headquarters|hq)',
      'relocat(?:es|ed|ing)',
      'break(?:s|ing)? ground',
      'broke ground',
      'build(?:s|ing)? (?:[^.;]{0,40})?(?:plant|factory|facility|campus|warehouse|gigafactory|data center)',
    ]),
  ),
  has: pattern(
    opening([
      String.raw`(?:['’]s )?(?:[a-z\d-]+ ){0,3}(?:kiosk|store|shop|restaurant|clinic|branch|site|location|gym|school|outlet|bakery|cafe|café|hub|depot|station|office|factory|plant|warehouse|showroom|studio|hotel|lab)s? (?:opens?|opened|opening|to open|comes? to|arrives? in|lands? in)\b`,
    ]),
    String.raw`^(?:[a-z]+ ){0,2}(?:expansion|expands)\b`,
  ),
  undergoes: pattern(`expansion of ${OBJECT}|(?:brings|bringing) ${OBJECT} to `),
}
