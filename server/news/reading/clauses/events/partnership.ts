import { NAME, ROLE } from '../entities.ts'
import { MODIFIER, SELF } from '../marked-text.ts'
import { KIND_OF_COMPANY, OBJECT, opening, pattern, type EventWording } from './event-wording.ts'

/** "Acme", "Acme's recyclable skis" */
const WARES = String.raw`(?:${SELF}|${MODIFIER})(?:['’]s)?(?! (?:stake|shares|stock|brand|assets|business)\b)`
/** "300 Alder stores", "shelves at Alder" */
const RETAILER = String.raw`(?:(?:the )?shelves (?:at|of|in) (?:[a-z\d,-]+ ){0,3}|[\d,]+ (?:[a-z]+ )?)${NAME}`
/** "All eyes turn to Acme" is no order. */
const TURNS_TO = String.raw`(?<!\b(?:eyes|attention|focus|spotlight|limelight|thoughts|minds|speculation|scrutiny) (?:now |is |has |have )*)\bturn(?:s|ed|ing)? to`
const LISTED = '(?:listing|shelf space|nod|slot|berth|spot|thumbs-up|vote|rollout|roll-out)'

export const PARTNERSHIP: EventWording = {
  event: 'partnership',
  does: pattern(
    opening([
      String.raw`shak(?:es?|ing) hands (?:with|on)\b`,
      String.raw`gets? (?:its|their) (?:[a-z-]+ ){1,3}(?:in|into|onto|on) (?:[a-z-]+ ){0,3}${NAME}`,

      String.raw`(?:be |been )?(?:sold|stocked|carried|listed|ranged|on sale) (?:by|at|in|through|via) (?:(?!\d+ (?:minutes|hours|days))[a-z\d,]+ ){0,3}${NAME}`,
      String.raw`(?:win|won|land|get|got|secur|bag|net|scor|earn|snag|clinch)[a-z]{0,4} (?:an? |its |the )?(?:[a-z-]+ ){0,2}${LISTED} (?:from|with|at|in|by|on) (?:[a-z-]+ ){0,3}${NAME}`,
      String.raw`(?:land|go|went|arriv|hit|roll|launch|debut|mov)[a-z]{0,4} (?:out )?(?:on|onto|into|in|to|at)? ?${RETAILER}`,

      String.raw`partner(?:s|ed|ing)?\b (?:with|to|on|up)?`,
      'tie(?:s|d)? up with',
      '(?:hook|link)(?:s|ed|ing)? up with',
      'join(?:s|ed)? hands with',
      'team(?:s|ed|ing)? (?:up|with)',
      'becom(?:e|es|ing) (?:the )?official',
      `sign(?:s|ed|ing)? up (?=${NAME})`,
      `(?:sign|add|land|win|won|secur|book)[a-z]{0,4} (?:[a-z-]+ ){0,3}${NAME} as (?:[a-z-]+ ){0,3}(?:customer|client)s?`,
      'collaborat(?:es?|ed|ing)',
      'join(?:s|ed|ing)? forces',
      String.raw`(?:sign|ink|strike|struck|announc|enter|form|land|win|won|secur|seal|clinch|reach|bag|agree|score)[a-z]{0,4} (?:[^.;]{0,80}?)(?:partnership|alliance|collaboration|agreement|deal|contract|joint venture|pact|tie-up|memorandum|order)\b`,
      'all(?:y|ies|ied) with',
      'integrat(?:es?|ed|ing) with',
      '(?:be |been )?(?:selected|chosen|picked|tapped) (?:by|as|to|for)',
      String.raw`(?:select|cho[os]|pick|engag|enlist|nam|appoint)[a-z]{0,4} ${NAME} (?:as (?:an? |its |the )?(?:[a-z-]+ ){0,3}(?:bank|partner|provider|supplier|vendor|agency|carrier|contractor|sponsor|distributor|manufacturer|auditor|custodian|platform)|to (?:lead|build|supply|provide|run|power|manage|handle|distribute|represent))\b`,
      'supply (?:[^.;]{0,40})to',
      '(?:a )?(?:partnership|alliance|collaboration|joint venture) with',
      `work(?:s|ing)? with ${NAME}`,
      `deploy(?:s|ed|ing)? (?:[^.;]{0,40}) (?:with|at|for) ${NAME}`,
      '(?:be |been )?awarded (?:[^.;]{0,60}?)(?:contract|order|deal)',
      '(?:enter|agree|grant|licens)[a-z]{0,4} (?:[^.;]{0,40}?)(?:licen[cs]e|licensing) agreement',
      'integration with',
      '(?:announc|sign|agree)[a-z]{0,4} (?:an? )?(?:[a-z]+ )?(?:integration|pact|contract)',
    ]),
  ),
  has: pattern(
    opening([
      String.raw`(?:[a-z-]+ ){1,3}(?:head|go|com|arriv|ship|roll)[a-z]{0,4} (?:out )?(?:in|to|into|at) (?:[\d,]+ )?${NAME} (?:hotels|stores|shops|schools|restaurants|branches|hospitals|trucks|planes|ships|kitchens|gyms|clinics|offices|campuses|supermarkets|salons|pubs|cafes)\b`,

      String.raw`(?:[a-z-]+ ){1,4}(?:win|won|land|get|got|secur|bag|net|scor|earn|snag)[a-z]{0,4} (?:an? |the )?(?:[a-z-]+ )?${LISTED} (?:from|with|at|in) (?:[a-z-]+ ){0,3}${NAME}`,
      String.raw`(?:[a-z-]+ ){0,3}to (?:light|power|feed|heat|cool|equip|run|serve|guard|clean|supply|furnish|fuel|propel|guide|monitor|patrol|map|deliver for|ride) (?:[\d,]+ |the )?(?:[a-z]+ )?${NAME}`,
      String.raw`(?:[a-z-]+ ){1,4}(?:hits?|reach(?:es)?|land(?:s|ed)? on|arrives? on|goes? on|on) ${RETAILER}`,
    ]),
    String.raw`^(?:(?:[a-z]+ ){0,2}(?:partnership|alliance|collaboration|deal|contract|tie-up|joint venture) (?:with|to)\b)`,
  ),
  undergoes: pattern(
    String.raw`\b(?:puts?|getting|gets) ${WARES} (?:[a-z-]+ ){0,3}(?:on|in|into|onto) (?:its |the |[\d,]+ )?(?:shelves|stores|shops|menus?|rooms|kitchens|fleet|planes|trucks|hotels)\b`,

    String.raw`${NAME}(?: [a-z]+){0,2} (?:to |will |now |has begun to |is to |would )?(?:carr(?:y|ies)|stocks?|sells?(?= \S+['’]s)|distributes?|features?|pours?|serves?|trials?|tests?|pilots?|stud(?:y|ies)|evaluates?|lights? up with|run on|ride) (?:[a-z-]+ ){0,3}${WARES}`,
    String.raw`\b(?:giv|gav|grant|hand)[a-z]{0,4} ${OBJECT} (?:the|its|their|an?) (?:[a-z]+ )?(?:nod|go-ahead|green light|thumbs-up|business|contract|order|seal of approval|vote)\b`,
    String.raw`\b(?:puts?|adds?|added) ${OBJECT} (?:on|to) (?:its|the|their) (?:[a-z]+ ){0,2}(?:list|menus?|shelves|range|roster|line-?up|vendors?|suppliers?|marketplace)\b`,
    String.raw`\b(?:mak(?:es|ing)|made|nam(?:es|ed)) ${KIND_OF_COMPANY}${OBJECT} (?:an? |its |the )?(?:[a-z]+ )?(?:approved|preferred|official|exclusive|sole|default) (?:[a-z]+ ){0,3}(?:vendor|supplier|partner|provider|sponsor)\b`,
    String.raw`\bbets? (?:its|their) [a-z]+ on ${OBJECT}`,

    `(?:partner(?:s|ed|ing|ship)?|tie(?:s|d)? up|team(?:s|ed|ing)?(?: up)?|collaborat(?:es|ed|ing|ion)|joint venture|alliance|agreement|deal|contract|tie-up|pact|join(?:s|ed)? forces|integrat(?:es|ed|ion)|sign(?:s|ed)) (?:[^.;,]{0,30}?)(?:with|to) ${KIND_OF_COMPANY}${OBJECT}`,
    `(?:select(?:s|ed)|choos(?:es|ing)|chose|pick(?:s|ed)|tap(?:s|ped)|award(?:s|ed)|adopt(?:s|ed)|deploy(?:s|ed)|roll(?:s|ed) out|sign(?:s|ed) up|hir(?:es|ed)|switch(?:es|ed) to|${TURNS_TO}|goes with|went with) ${KIND_OF_COMPANY}${OBJECT}(?:['’]s)?(?! (?:[a-z-]+ )?${ROLE})`,
    `(?:through|via|from) ${OBJECT} (?:under|in) (?:an? )?(?:[a-z-]+ ){0,3}(?:deal|contract|agreement)`,
    String.raw`${NAME} (?:becomes?|became) (?:${SELF}|${MODIFIER})['’]s (?:[a-z-]+ ){0,3}(?:customer|client)\b`,
    `${SELF} [x×] ${NAME}`,
    `${NAME} [x×] ${SELF}`,
    `and ${SELF} (?:[a-z]+ )?(?:partner|team up|sign|collaborate|announce|join forces|form|enter|strike|agree)`,
    `(?:weigh|consider|explor|discuss|plan)[a-z]* (?:an? )?${SELF} (?:tie-up|partnership|deal|pilot)`,
  ),
}
