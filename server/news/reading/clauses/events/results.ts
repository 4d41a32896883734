import { SELF } from '../marked-text.ts'
import { opening, pattern, type EventWording } from './event-wording.ts'

/** "500,000th", "half-millionth" */
const NTH = String.raw`(?:\d{1,3}(?:,\d{3})+(?:st|nd|rd|th)|(?:[a-z\d.]+[- ])?(?:thousandth|millionth|billionth))`
const COUNTED =
  '(?:users|customers|subscribers|downloads|installs|orders|riders|members|rides|deliveries|trips|bookings|visits|visitors|players|streams|listeners|readers|patients|meals|units|drivers|students|merchants|sellers|plays|views|sign-?ups|installations|households|homes|devices|parcels|passengers|transactions)'
export const RESULTS: EventWording = {
  event: 'results',
  does: pattern(
    opening([
      String.raw`(?:ship|sell|sold|deliver|mak|made|build|built|serv|install|complet|sign|hit|reach|pass|log|process|celebrat|mark|book|land|welcom|notch|print|bak|brew|roast|plant|treat|deliver)[a-z]{0,4} (?:up )?(?:its|the|their|our|${SELF}’s)? ?${NTH}\b`,
      String.raw`report(?:s|ed|ing)? (?:[^.;]{0,60})?(?:revenue|profit|loss|earnings|results|growth|sales|quarter|arr\b)`,
      String.raw`(?:reach|hit|surpass|pass|cross|top|exceed|near|approach|clear|generat|book|grow|doubl|tripl|quadrupl|grew|miss|beat|made|make|earn|log|notch|record|turn|lost|swung|swing|topp|clock|ring|rang|pull|narrow|break|broke|ended|finish|closed)[a-z]{0,4} (?:[^.;]{0,60})?(?:revenue|arr\b|profit|profitability|profitable|sales|annual recurring|bookings|gmv|run[- ]rate|losses?\b|forecast|break-?even|million users|customers mark|million customers|paying customers)`,
    ]),
  ),
  has: pattern(
    opening([String.raw`(?:['’]s )?first \d{1,3}(?:,\d{3})+ (?:[a-z-]+ )?${COUNTED}\b`]),
    String.raw`^(?:(?:[a-z-]+|20\d\d) ){0,3}(?:revenues?|sales|profits?|loss(?:es)?|arr|earnings|results|bookings|run[- ]rate|turnover)\b`,
  ),
}
