import { words } from '../alternatives.ts'
import { NAME } from '../entities.ts'
import { verbs } from '../inflections.ts'
import { SELF } from '../marked-text.ts'
import { KIND_OF_COMPANY, OBJECT, opening, pattern, type EventWording } from './event-wording.ts'

const MONTH = '(?:January|February|March|April|May|June|July|August|September|October|November|December)'

/** No object follows: "Acme folds clothes" and "Acme tablets dissolve in water" say what a product does. */
const ALONE = String.raw`(?=\s*(?:$|[^a-z\d\s-])|\s+[-–—]|\s+(?:after|amid|and|as|because|before|but|by|despite|due|during|entirely|following|for good|just|last|less|months?|next|on|only|over|owing|permanently|since|this|today|under|weeks?|when|while|within|without|years?|yesterday|\d|(?:a|one|two|three|four|five|six|ten) (?:days?|weeks?|months?|years?)|in (?:${MONTH}|\d|the (?:face|wake))|with (?:\d|the loss|debts?|losses|all|no |immediate)|(?:its|the|our|their|all) (?:doors|business|operations|company|firm|studio|startup|remaining|assets)|operations|${SELF}))`
const DATE = String.raw`(?:(?:the )?end of|(?:month|year|week)(?:['’]s)?[ -]end|${MONTH}|\d)`

export const CLOSURE: EventWording = {
  event: 'closure',
  own: pattern(
    'will no longer (?:open|be available|work|exist|operate)',
    'appointed an? administrator',
    'among the creditors',
    `(?:its|${SELF}’s|the) (?:last|final) (?:voyage|day|chapter|orders)`,
    '(?:the end of|end) (?:the |our )?(?:road|journey)',
    '(?:switch(?:ed|ing)?|turn(?:ed|ing)?) off (?:[^.;]{0,30})(?:servers|service|for good)',
    String.raw`^goodbye\b`,
  ),
  does: pattern(
    opening([
      String.raw`collaps(?:e|es|ed|ing) into (?:[a-z]+ ){0,2}(?:administration|bankruptcy|insolvency|liquidation|receivership)\b`,

      String.raw`(?:hits?|hit) the (?:wall|buffers|skids)\b`,

      String.raw`shut(?:s|ting)? (?:down|up shop)(?! (?:its|the|their|an?|two|three|some|\d|rumou?rs|access|operations in|${SELF}|[a-z]+ (?:office|plant|site|service|product|app|feature)))`,
      'wind(?:s|ing)? down(?! (?:its|the|an?) (?:[a-z]+ ){0,2}(?:program|unit|office|arm|division|product|service|line|app|plant|pilot))',
      `wind(?:s|ing)? up${ALONE}`,
      'wound down',
      `clos(?:e|es|ed|ing) (?:its|our|the|their|${SELF}’s) doors`,
      'ceas(?:e|es|ed|ing) (?:all )?operations',
      'fil(?:e|es|ed|ing) for (?:[a-z]+ ){0,3}(?:bankruptcy|chapter (?:7|11)|insolvency|administration|creditor protection|liquidation)',
      '(?:enter|enters|entered|entering|in|into) (?:[a-z]+ ){0,2}(?:bankruptcy|administration|liquidation|receivership|insolvency)',
      'go(?:es|ing)? (?:out of business|bust|under|bankrupt|into (?:administration|liquidation))',
      'went (?:out of business|bust|under|bankrupt)',
      'clos(?:e|es|ing) (?:down|for good|permanently)',
      String.raw`closes?(?=$|:| ?[–—]|, (?:ending|after|as) | after (?:\d+|[a-z]+) (?:years|months))`,
      String.raw`close (?:at|by|in|on|before) ${DATE}`,
      'shutter(?:s|ed|ing)?(?! (?:its|the|two|three|[a-z]+ (?:office|plant)))',
      `liquidat(?:e|es|ed|ing)${ALONE}`,
      String.raw`(?:bankrupt|insolvent|defunct|dissolved)\b`,
      `dissolv(?:e|es|ing)${ALONE}`,
      `sunset(?:s|ting)? (?:the company|${SELF}(?! (?:[A-Z]|${NAME})))`,
      'end(?:s|ing)? operations',
      'lay(?:s|ing)? down (?:its|their|our) tools',
      'call(?:s|ing|ed)? it (?:quits|a day)',
      'pull(?:s|ing|ed)? the plug(?! on (?:its |the |an? ))',
      `switch(?:es|ed|ing)? off (?:its|the|our|${SELF}’s) (?:servers|service|lights)`,
      `(?:pour|serv|bak|brew|print|sell|sold|play)[a-z]{0,3} (?:its|their|${SELF}’s) (?:last|final) `,
      `clos(?:e|es|ing) (?:both|all|all of|the last of) (?:its |${SELF}’s )?(?:[a-z]+ )?(?:stores|shops|taprooms|restaurants|locations|branches|offices|sites|clinics|cafes)`,
      '(?:coming|come|comes) to an end',
      `close (?:${SELF}(?! (?:[A-Z]|${NAME}))|the company)`,
      `shut (?:${SELF}|the company) down`,
      '(?:made the )?(?:[a-z]+ ){0,4}decision to (?:close|shut down|wind down|cease)',
    ]),
  ),
  has: pattern(
    String.raw`^(?:[a-z]+ ){0,2}(?:shutdown|shuts down|bankruptcy|wind-?down|closure|insolvency|liquidation|collapse|chapter 11)\b(?! of)`,
  ),
  undergoes: pattern(
    String.raw`\blights (?:go |went )?out (?:at|for) ${KIND_OF_COMPANY}${OBJECT}`,

    `(?:shutdown|bankruptcy|closure|collapse|demise|wind-?down|closing|end|winding down) of ${OBJECT}`,
    `(?:close|closing|wind(?:ing)? down|shut(?:ting)? down|shutter(?:ing)?|say(?:ing)? goodbye to|the end of|dissolve) ${OBJECT}`,
    `(?:future|farewell|goodbye)[^.]{0,40}${SELF}[^.]{0,80}(?:wind(?:ing)? down|clos(?:e|ing)|shut)`,
  ),
  cues: pattern(
    words([
      'shut(?:s|ting)? (?:down|up shop|its doors|for good)',
      'wind(?:s|ing)? down',
      `wind(?:s|ing)? up${ALONE}`,
      'wound (?:down|up)',
      'clos(?:es|ed|ing|e) (?:its|our|their) doors',
      'clos(?:es|ing|e) (?:down|for good|permanently)',
      'bankrupt(?:cy)?',
      'insolven(?:t|cy)',
      `liquidat(?:e|es|ed|ing)${ALONE}`,
      'liquidat(?:ion|ors?)',
      'administrators?',
      'receivership',
      'ceas(?:es|ed|ing|e) (?:operations|trading|to trade|production)',
      'out of business',
      'chapter (?:7|11)',
      'creditors',
      'calls? it (?:quits|a day)',
      'pull(?:s|ed|ing)? the plug',
      'goes? (?:dark|under|bust|to the wall)',
      'went (?:dark|under|bust)',
      `dissolv[a-z]+${ALONE}`,
      'shutter(?:s|ed|ing)?',
      `fold(?:s|ed)?${ALONE}`,
      `collapses${ALONE}`,
      'end of the road',
      'receivers?',
      'stops? trading',
      'no longer trading',
      'bites? the dust',
      'turns? off the lights',
      '(?:shops|stores|doors|offices) (?:shut|close)',
      'last orders',
      'runs? out of (?:money|cash|road|runway)',
      'ran out of (?:money|cash|runway)',
      '(?:the )?(?:company|business|studio|startup) (?:will|is) (?:clos|end|shut)',
    ]),
  ),
  loose: pattern(
    String.raw`\b${verbs('throw in the towel, bite the dust, bow out of business, call it quits, call it a day, call time, disband, cease trading, cease to trade, stop trading, halt trading, meet its end, breathe its last, hang up its boots, turn out the lights, turn off the lights, draw the curtain, lower the curtain, close the book, close for good, go to the wall, go belly up, go belly-up, give up the ghost, run dry, run out of road, run out of cash, run out of money, run out of runway, wind itself up, hand back the keys, collapse into, close its doors, close our doors, shut its doors, file a petition')}\b`,
    words([
      'wound up',
      'winding[- ]up',
      '(?:is|are) (?:toast|dead|no more|bust)',
      'the end for',
      'end of the (?:line|road)',
      'end of an era',
      'closing time',
      'last orders',
      '(?:turn|switch)(?:s|es|ed|ing)? (?:[^.;]{0,25} )?(?:servers|service|lights) off',
      '(?:brink|verge) of (?:collapse|insolvency|bankruptcy)',
      String.raw`(?:drafted|filed|files|prepar\w+) [^.;]{0,30}(?:petition|chapter (?:7|11)|bankruptcy|insolvency)`,
      '(?:last|final) (?:day of (?:trading|business|service)|order|delivery|issue|edition|flight|customers?)',
      'goodbye from',
      'farewell from',
      'struck off',
      '(?:its|the|all) (?:remaining|last) (?:[a-z]+ ){0,2}(?:clinics|shops|stores|sites|branches|restaurants|schools)',
      'will not (?:re)?open',
      'no longer (?:be able to )?(?:trade|operate)',
      String.raw`discontinu\w+ (?:operations|business|the service)`,
    ]),
  ),
}
