import { MONEY } from '../entities.ts'
import { verbs } from '../inflections.ts'
import { SELF } from '../marked-text.ts'
import { KIND_OF_COMPANY, OBJECT, opening, pattern, type EventWording } from './event-wording.ts'

/** "500,000th", "half-millionth" */
const NTH = String.raw`(?:\d{1,3}(?:,\d{3})+(?:st|nd|rd|th)|(?:[a-z\d.]+[- ])?(?:thousandth|millionth|billionth))`
const COUNTED =
  '(?:users|customers|subscribers|downloads|installs|orders|riders|members|rides|deliveries|trips|bookings|visits|visitors|players|streams|listeners|readers|patients|meals|units|drivers|students|merchants|sellers|plays|views|sign-?ups|installations|households|homes|devices|parcels|passengers|transactions)'
const PASSES = verbs(
  'hit, pass, cross, reach, top, surpass, exceed, clear, break, near, clock, notch, rack up, clock up, chalk up, sail past, zoom past, race past, log, celebrate, mark',
)
const MILESTONE = String.raw`${PASSES} (?:the )?(?:[a-z]+ ){0,2}(?:\d[\d,.]*(?: ?(?:million|billion|m|bn|k|thousand))?|one million|a million|half a million)[- ](?:[a-z-]+ ){0,2}?${COUNTED}`

export const RESULTS: EventWording = {
  event: 'results',
  does: pattern(
    opening([
      String.raw`${MILESTONE}\b`,

      String.raw`(?:slip|slid|sink|sank|fall|fell|edg|creep|crept|return|climb|inch|nudg|tip)[a-z]{0,4} (?:back )?(?:in)?to (?:the )?(?:red|black|profit|loss)\b`,

      String.raw`(?:ship|sell|sold|deliver|mak|made|build|built|serv|install|complet|sign|hit|reach|pass|log|process|celebrat|mark|book|land|welcom|notch|print|bak|brew|roast|plant|treat|deliver)[a-z]{0,4} (?:up )?(?:its|the|their|our|${SELF}’s)? ?${NTH}\b`,
      String.raw`(?:sold|sells|turned over|took in|rang up|rung up|shifted|did) (?:about |around |nearly |almost |over |more than |some )?${MONEY} (?:(?:of|worth of)(?! (?:[a-z-]+ )?(?:notes|shares|stock|bonds|debt|equity|paper))|in (?:sales|revenue))\b`,
      String.raw`(?:wobbl|slump|slid|slip|fall|fell|tumbl|plung|crash|sink|sank|slip)[a-z]{0,3} (?:back )?(?:in)?to (?:an? |its )?(?:[a-z]+ )?(?:${MONEY} )?(?:[a-z-]+ )?loss\b`,

      String.raw`report(?:s|ed|ing)? (?:[^.;]{0,60})?(?:revenue|profit|loss|earnings|results|growth|sales|quarter|arr\b)`,
      'post(?:s|ed|ing)? (?:[^.;]{0,60})?(?:revenue|profit|loss|sales|growth|quarter|earnings)',
      String.raw`(?:reach|hit|surpass|pass|cross|top|exceed|near|approach|clear|generat|book|grow|doubl|tripl|quadrupl|grew|miss|beat|made|make|earn|log|notch|record|turn|lost|swung|swing|topp|clock|ring|rang|pull|narrow|break|broke|ended|finish|closed)[a-z]{0,4} (?:[^.;]{0,60})?(?:revenue|arr\b|profit|profitability|profitable|sales|annual recurring|bookings|gmv|run[- ]rate|losses?\b|forecast|break-?even|million users|customers mark|million customers|paying customers)`,
      '(?:swings?|swung|moves?|is|are|back) (?:in|into) (?:the black|the red|profit)',
      String.raw`ended? (?:20\d\d|the year) with`,
      '(?:turns?|is|are|becomes?|became|now) (?:[a-z]+ )?profitable',
      String.raw`profitable\b`,
      'cash-?flow positive',
      'narrow(?:s|ed) (?:its )?loss',
    ]),
  ),
  has: pattern(
    opening([String.raw`(?:['’]s )?first \d{1,3}(?:,\d{3})+ (?:[a-z-]+ )?${COUNTED}\b`]),
    String.raw`^(?:(?:[a-z-]+|20\d\d) ){0,3}(?:revenues?|sales|profits?|loss(?:es)?|arr|earnings|results|bookings|run[- ]rate|turnover)\b`,
  ),
  undergoes: pattern(
    String.raw`\b(?:\d[\d,.]*|an?|one|half a|two|three|five|ten) (?:million |thousand |billion )?(?:[a-z]+ )?${COUNTED} (?:now |have |already )*(?:use|using|trust|rely on|signed up (?:to|for|with)|joined|chosen?|switched to) ${OBJECT}`,

    String.raw`\b(?:from|by) ${KIND_OF_COMPANY}${SELF} (?:[a-z]+ ){0,2}?${MILESTONE}\b`,

    `(?:revenue|sales|profits?|loss(?:es)?|arr|growth|turnover) (?:at|of|for) ${OBJECT}(?! (?:customers|clients))`,
  ),
}
