import { NAME } from '../entities.ts'
import { SELF } from '../marked-text.ts'
import { opening, openingWord, pattern, type EventWording } from './event-wording.ts'

const AGENCY = '(?:FDA|EMA|MHRA|WHO|FAA|EASA|TGA|FCC)'
const REGULATOR = String.raw`(?:${NAME}(?:['’]s)?|${AGENCY}|CE|regulators?|regulatory|marketing|510\(k\))`
const APPROVAL =
  '(?:nod|go-ahead|green light|approval|clearance|mark|prequalification|authori[sz]ation|thumbs-up|all-clear|okay|OK)'
const APPROVES = '(?:has |have )?(?:clears?|cleared|approv(?:es|ed)|green-?lights?)'
const FIRST_PATIENTS = '(?:the )?first (?:[a-z-]+ ){0,2}(?:patients?|participants?|volunteers?|subjects?|cohort)'
const TREATMENT =
  '(?:pill|drug|therapy|treatment|vaccine|jab|shot|device|implant|cream|inhaler|antibody|compound|medicine|injection|patch)'

export const LAUNCH: EventWording = {
  event: 'launch',
  own: pattern(
    String.raw`^(?:introducing|announcing|meet|say hello to|hello,|now available|new:)\s`,
    String.raw`(?:is|are) (?:now )?(?:available|live|here|out)\b(?: (?:to|for|in|today|now|from))`,
    'starting today',
  ),
  does: pattern(
    openingWord([
      String.raw`go(?:es|ing)? open[- ]source\b`,
      String.raw`open(?:s|ed|ing)? (?:up )?(?:an? |its |the )?(?:pre-?orders?|orders|bookings|sign-?ups|wait-?list|public beta)\b`,
      String.raw`puts? an? (?:price|date) on\b`,

      String.raw`(?:throw(?:s|n|ing)?|threw) open (?:its|the|their|${SELF}’s)`,
      String.raw`open(?:s|ed|ing)? up (?:its|the|their) (?:[a-z]+ ){0,2}(?:api|apis|platform|model|models|code|data|app|network|beta|waitlist)\b`,
      String.raw`(?:lift|take|pull|draw|whip|peel|drew|took)[a-z]{0,3} (?:back )?(?:the )?(?:lid|veil|curtain|covers?|wraps|sheets) (?:on|off|from|back)\b`,
      String.raw`(?:giv|gav|offer)[a-z]{0,3} (?:an? |the )?(?:first look|first glimpse|glimpse|sneak peek|taste) (?:at|of)\b`,
      String.raw`teas(?:es|ed|ing)\b`,
      String.raw`(?:test|trial|pilot)(?:s|ed|ing|led|ling)? (?!positive|negative|the (?:waters?|limits|patience)|market|for)(?:an? |its |the |joint |new |out )?(?:[a-z-]+ ){0,3}[a-z]{3,}\b`,
      String.raw`branch(?:es|ed|ing)? out (?:in)?to\b`,
      String.raw`(?:mov(?:es|ed|ing)|diversif(?:ies|ied|ying)|push(?:es|ed|ing)|expand(?:s|ed|ing)|jump(?:s|ed|ing)|leap(?:s|ing)|ventur(?:es|ed|ing)|muscl(?:es|ed|ing) in|wad(?:es|ed|ing)) (?:in)?to (?!(?:new|the|an?|its|bigger|larger|europe|asia|africa|profit)\b)[a-z][a-z-]+(?: [a-z-]+)?(?=$|[,.;:]| (?:with|as|after|in|by)\b)`,
      String.raw`dip(?:s|ped|ping)? (?:an?|its) toes? in(?:to)?\b`,
      String.raw`tri(?:es|ed) (?:its|their) hand at\b`,
      String.raw`(?:an? |the )?(?:[a-z]+ )?${REGULATOR} (?:[a-z]+ )?${APPROVAL}\b`,
      String.raw`(?:[a-z]+ )?${APPROVAL} (?:from|by) (?:the )?(?:${AGENCY}|regulators?)\b`,
      'launch(?:es|ed|ing)?',
      'unveil(?:s|ed|ing)?',
      'introduc(?:es?|ed|ing)',
      'releas(?:es?|ed|ing)',
      'roll(?:s|ed|ing)? out',
      String.raw`debut(?:s|ed|ing)?\b(?! (?:at|on|in|as) (?:no\b|number|#|\d|the (?:[a-z\d]+ ){0,3}(?:list|ranking|index)))`,
      'ship(?:s|ped|ping)?',
      'open-?sourc(?:es|ed|ing)',
      String.raw`announc(?:es|ed|ing) (?:[^.;]{0,60})?(?:availability|beta|version|\d\.\d|feature|product|app|api\b|model|platform|tool|update|upgrade)`,
      `dos(?:es?|ed|ing) ${FIRST_PATIENTS}`,
      `(?:announc|report|confirm|sa(?:id|ys))[a-z]* (?:today )?(?:that )?${FIRST_PATIENTS} (?:has|have) (?:received|been (?:dosed|treated|given))`,
      String.raw`(?:begins?|began|start(?:s|ed)?|initiat(?:es?|ed)) (?:dosing|(?:[a-z-]+ ){0,3}phase (?:\d|i+v?)[a-z/\d]* (?:[a-z-]+ ){0,2}(?:trial|study))`,
      'start(?:s|ed)? selling',
      'bring(?:s|ing)? (?:[^.;]{0,40})to market',
      String.raw`(?:win|won|gain|get|got|receiv|secur|earn|nab|obtain)[a-z]{0,4} (?:[^.;]{0,30}?)(?:approval|clearance|nod|marketing authori[sz]ation|CE mark)\b(?! (?:of|for|to) (?:[^.;]{0,30})(?:merger|sale|takeover|acquisition|listing|ipo|build|charter))`,
      'now (?:lets|offers|supports)',
      String.raw`add(?:s|ed|ing)? (?:[^.;]{0,40})?(?:support|feature|mode|integration|api\b|option|to its (?:app|platform|product|lineup))`,
      'reveal(?:s|ed)',
      'take(?:s)? (?:the )?wraps off',
      'make(?:s)? (?:[^.;]{0,40})(?:available|public|free)',
      '(?:is|are) (?:now )?(?:live|available|out)',
      'publish(?:es|ed)',
      'present(?:s|ed)',
      'patent(?:s|ed)',
      'beta',
    ]),
  ),
  has: pattern(
    opening([
      String.raw`(?:[a-z-]+ ){0,2}(?:app|assistant|robot|device|software|tool|camera|watch|bot|platform|model)s? (?:now )?(?:learns?|gains?|speaks?|can now|works? (?:with|on|in))\b`,
      String.raw`(?:new|latest|next) (?:[a-z-]+ ){1,3}?(?:folds?|costs?|weighs?|lasts?|runs? on|lets?|fits?|comes? with|charges? in|promises?|sells for|aims to|is here)\b`,

      String.raw`(?:[a-z-]+ ){0,4}(?:is |are |was |has been |been )?(?:cleared|approved|green-?lit|prequalified|certified|authori[sz]ed|waved through) (?:by|for (?:sale|use|marketing))\b`,
      String.raw`(?:[a-z-]+ ){1,4}(?:win|won|gain|get|got|receiv|secur|earn|nab|obtain|land|bag)[a-z]{0,4} (?:an? |the )?(?:[a-z]+ )?${REGULATOR} (?:[a-z]+ )?${APPROVAL}\b`,
      String.raw`(?:[a-z-]+ ){0,3}${TREATMENT} (?:[a-z]+ )?(?:halv|cut|reduc|slow|eas|beat|work|shrink|shrank|clear|improv|meet|met|succeed|lower|stop|boost|help|outperform|show)[a-z]{0,4}\b[^.;]{0,80}\b(?:trial|study|phase)\b`,
    ]),
    openingWord([
      String.raw`v?\d+(?:\.\d+)+`,
      String.raw`(?:[a-z\d.]+ ){0,4}(?:is (?:now )?(?:live|available|here|out)|now available|release notes|changelog|beta|general availability)`,
    ]),
  ),
  undergoes: pattern(
    String.raw`(?:${NAME}|${AGENCY}|regulators?|agency) (?:has |have )?(?:prequalifi(?:es|ed)|certifi(?:es|ed)|authori[sz](?:es|ed)|gives? (?:prequalification|approval|clearance|the go-ahead)) (?:[a-z-]+ ){0,3}${SELF}`,
    String.raw`${SELF}[^.;]{0,80}; (?:the )?(?:${NAME}|${AGENCY}|regulators?) (?:gives?|grants?|gave|granted) (?:[a-z]+ )?(?:prequalification|approval|clearance|go-ahead|nod)`,

    String.raw`(?:introducing|announcing|meet|say hello to|launching|what['’]s new in|new in) (?:the new )?(?:[a-z\d.]+ ){0,2}${SELF}`,
    `(?:launch|release|debut|unveiling) of (?:[^.;,]{0,20})${SELF}`,
    String.raw`${AGENCY} ${APPROVES} (?:[a-z-]+ ){0,3}${SELF} (?!(?:[a-z-]+ ){0,3}(?:sale|merger|takeover|acquisition|purchase|deal|ipo|listing|plan)\b)[a-z]`,
    `${AGENCY} ${APPROVES} (?!(?:[a-z-]+ ){0,6}(?:sale|merger|takeover|acquisition|purchase))(?:[a-z-]+ ){1,6}(?:from|by) (?:[a-z-]+ ){0,4}${SELF}`,
    `(?:${NAME}|${AGENCY}|regulators?) (?:clears?|cleared|approv(?:es|ed)|green-?lights?) (?:[a-z-]+ ){0,3}${SELF}['’]s? (?!(?:[a-z-]+ ){0,3}(?:sale|merger|takeover|acquisition|purchase|ipo|listing|bankruptcy|plan|restructuring|settlement))`,
  ),
}
