import { MONTH } from '#domain/dates/months.ts'
import { NAME } from '../entities.ts'
import { SELF } from '../marked-text.ts'
import { KIND_OF_COMPANY, OBJECT, opening, pattern, type EventWording } from './event-wording.ts'

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

      String.raw`shut(?:s|ting)? (?:down|up shop)(?! (?:(?:its|the|their|an?|two|three|some) |\d|rumou?rs|access|operations in|${SELF}|[a-z]+ (?:office|plant|site|service|product|app|feature)))`,
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
      String.raw`closes? (?=(?:after|amid|because|following) )`,
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
}
