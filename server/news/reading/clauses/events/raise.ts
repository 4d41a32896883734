import { MONEY, NAME } from '../entities.ts'
import { SELF } from '../marked-text.ts'
import { KIND_OF_COMPANY, OBJECT, opening, pattern, type EventWording } from './event-wording.ts'

const FUNDING = String.raw`(?:funding|financing|fundraise|round|series [a-h]\b|seed|investment|growth capital|venture capital|equity|capital|backing|valuation|investors?|private (?:offering|placement)|convertible (?:notes?|loans?))`
const GETS = String.raw`(?:win|won|receiv|secur|get|got|land|bag|scor|nab|obtain|collect)[a-z]{0,5}`

export const RAISE: EventWording = {
  event: 'raise',
  does: pattern(
    opening([
      String.raw`(?:load|refuel|re-fuel|fuel|arm|juic|fill|recharg|bulk|gear|stock|tank)[a-z]{0,4} (?:up )?(?:its (?:tank|coffers) )?(?:again )?with (?:another |a fresh |fresh |a )?${MONEY}`,

      String.raw`(?:net|get|got|land|receiv|bag|pocket|bank|win|secur|scor|cash|draw|attract)[a-z]{0,4} (?:[a-z-]+ ){0,3}?(?:che(?:ck|que)s?|cash|backing|capital|investment|money) from (?:[a-z-]+ ){0,3}${NAME}`,
      String.raw`(?:(?:thrown|handed|given|offered|toss(?:ed)?|wins?|won|secur[a-z]+|lands?|receiv[a-z]+) )?(?:an? |its )?(?:[a-z-]+ ){0,2}${MONEY} (?:[a-z-]+ ){0,2}(?:lifeline|rescue(?! of)|bail-?out|(?:cash|capital|equity) injection|cash boost|shot in the arm)\b`,
      String.raw`(?:saved|rescued|pulled back|brought back|kept (?:alive|afloat)|snatched)\b[^.;]{0,60}? (?:by|with|thanks to) (?:[a-z-]+ ){0,4}${MONEY}`,

      `rais(?:e|es|ed|ing)(?! (?:its |the |our )?(?:prices|awareness|concerns|questions|doubts|wages|guidance|fees|the bar|forecast|outlook))[^.;]{0,100}?(?:${MONEY}|${FUNDING})`,
      String.raw`(?:secur|clos|land|nab|bag|scor|snag|haul|collect|pick|bank|receiv|gain|win|draw|attract|lock|complet|announc|rak|grab|net|obtain|confirm|disclos|pull|get|got|won|tak|pocket|snar|finaliz|sign|clinch|rack|amass|unveil|pour)[a-z]{0,5} (?:(?:in|up|down|on|off) )?(?:[^.;]{0,60}?${MONEY}[^.;]{0,60}?${FUNDING}|(?:(?:an?|its|the|our|another|new|oversubscribed|first|second|extension|[a-z]+-led|\$?[\d.]+[mkb]?) ){0,5}(?:seed|pre-seed|series [a-h]\d?|funding|financing|investment round|growth round|extension)\b)`,
      `(?:secur|clos|land|nab|bag|scor|snag|haul|rak|grab|pull|pocket|snar|clinch)[a-z]{0,5} (?:(?:in|up) )?(?:an? |over |about |nearly |almost |more than |up to |another |fresh )*${MONEY}(?! (?:[a-z]+ ){0,3}(?:acquisition|purchase|takeover|buyout|merger|contract|order|deal|grant|loan|award|prize|settlement|fine|verdict|program))`,
      String.raw`(?:(?:an?|its|new|fresh|about|over|up|to|nearly|around) )*(?:${MONEY} )?(?:(?:[a-z-]+ ){0,2}?(?:round|funding|financing|series [a-h]\b)(?! (?:to (?:operate|last|continue|run|keep|survive|see|get|reach|carry)|through|until|in place))|(?:in|of) (?:new |fresh )?(?:funding|financing|capital))`,
      String.raw`(?:over |about |fresh |another )*${MONEY}(?=,|\.|$| from| at| to)`,
      `(?:(?:emerg|com|launch)(?:es|ed|ing|e) (?:from|out of) stealth|(?:spins?|spun|spinning) (?:out|off) (?:of|from) [^.;]{1,30}?)[^.;]{0,20} with ${MONEY}`,
      String.raw`(?:hit|reach|becom|becam|earn|gain|attain|achiev|claim|win|join)[a-z]{0,4} (?:[a-z]+ ){0,3}unicorns?\b`,
      '(?:valued|valuing) at',
      'value[sd]? at',
      '(?:funding|financing) from',
      String.raw`fil(?:es?|ed|ing) (?:an? |its )?(?:[a-z]+ )?(?:form|${NAME}) d\b`,
      `tak(?:e|es|en|ing) (?:[^.;]{0,20})?${MONEY}[^.;]{0,30}(?:investment|from)`,
      `(?:be |been )?handed (?:another |a further |an extra )?${MONEY}`,
      `(?:get|got|tak|land|win|receiv|secur|attract|draw)[a-z]{0,4} (?:(?:new|fresh|more|further|additional|strategic|minority|an?) ){1,3}(?:money|investment|cash|capital|backing|funding) from ${NAME}`,
      'top(?:s|ped|ping)? up (?:its|the) (?:[a-z-]+ ){0,2}(?:seed|series|round|funding)',
      String.raw`(?:launch|commenc|announc|pric|clos|complet|upsiz|open)[a-z]{0,4} (?:[^.;]{0,60} )?(?:stock|share|unit|equity|note|private|direct|regulation \S+|reg \S+) (?:offering|placement)\b`,
      'win(?:s|ning)? (?:the )?backing (?:of|from)',
      '(?:reopens|extends?|extended) (?:its|the) (?:seed|series|round)',
      `add(?:s|ed|ing)? [^.;]{0,20}?${MONEY} to (?:its|the|${SELF}’s) (?:[a-z]+ ){0,2}(?:series [a-k]|seed|round|funding|financing)`,
      String.raw`(?:${GETS}|awarded) (?:[^.;]{0,40}?${MONEY}[^.;]{0,50}? grant\b(?! (?:to|program))|(?:[^.;]{0,50}? )?grant (?:of|worth|for) [^.;]{0,10}${MONEY})`,
    ]),
  ),
  has: pattern(
    String.raw`^(?:(?:new|latest|upcoming|recent|[a-z]+-led|first|oversubscribed|${MONEY}) ){0,4}(?:series [a-h]\d?\b|(?:pre-)?seed (?:round|funding|extension)|funding round|fundrais(?:e|ing)|financing(?: round)?|valuation(?! (?:falls|fell|drops|dropped|cut|slashed|plunges|plunged|slumps|slips|shrinks|tumbles|halves|halved|declines|marked|down|written|slides|sinks|is (?:cut|slashed|down)))|raise\b|mega-?round|down round)`,
  ),
  undergoes: pattern(
    String.raw`^${MONEY} (?:more )?(?:for|to) (?:[a-z-]+ ){0,3}${SELF}['’]s\b`,
    String.raw`\b(?:puts?|throws?|threw|gets?|got|rall(?:y|ies|ied)) (?:[a-z]+ )?(?:${MONEY} )?behind ${KIND_OF_COMPANY}${OBJECT}`,

    String.raw`\b(?:doubl(?:es|ed|ing) down|re-?ups?|re-?upped|ups? (?:its|their) bets?|goes? (?:long|all[- ]in)) (?:on|in|with) ${KIND_OF_COMPANY}${OBJECT}`,
    String.raw`\b(?:writ|wrot|cut|sign|hand|giv|gav)[a-z]{0,4} ${KIND_OF_COMPANY}${OBJECT} (?:an? |another |its )?(?:${MONEY} |[a-z-]+ ){0,3}che(?:ck|que)s?\b`,
    String.raw`\b(?:writ|wrot|cut|sign)[a-z]{0,4} (?:an? |another |its )?(?:${MONEY} |[a-z-]+ ){0,3}che(?:ck|que)s? (?:for|to|into) ${KIND_OF_COMPANY}${OBJECT}`,
    String.raw`\b(?:tak|took|buy|bought|grab|snap|pick|acquir|purchas|get|got|build)[a-z]{0,4} (?:up )?(?:an? |the )?(?:(?:[1-4]?\d)(?:\.\d+)?(?:%| percent| per cent)(?: stake)?|third|quarter|fifth|tenth|(?:small |minority |strategic )?(?:stake|slice|holding)) (?:of|in) ${KIND_OF_COMPANY}${OBJECT}`,

    String.raw`\b(?:invest(?:s|ed|ing)?|pour(?:s|ed)?|inject(?:s|ed)?|pump(?:s|ed)?|put(?:s)?|plow(?:s|ed)?|sink(?:s)?|commit(?:s|ted)?) (?:[^.;,]{0,40}?${MONEY} )?(?:[^.;,]{0,20}?)in(?:to)? ${KIND_OF_COMPANY}${OBJECT}`,
    String.raw`(?<!-)\b(?:back(?:s|ed|ing)|fund(?:s|ed|ing)) ${KIND_OF_COMPANY}${OBJECT}`,
    String.raw`\b(?:leads?|led|leading|joins?|joined|co-leads?) (?:[^.;,]{0,60})(?:round|investment|financing|series [a-h]|seed|raise|funding) (?:in|for|of|at) ${KIND_OF_COMPANY}${OBJECT}`,
    String.raw`\b(?:leads?|led|leading|joins?|joined|co-leads?|back(?:s|ed)) ${SELF}['’]s (?:[^.;,]{0,40})(?:round|investment|financing|series [a-h]|seed|raise|funding)`,
    `(?:round|funding|financing|series [a-h]|seed) (?:for|in|into|to) ${KIND_OF_COMPANY}${OBJECT}`,
    `${MONEY} (?:in|into|for|on|to) ${KIND_OF_COMPANY}${OBJECT}`,
    `bets? (?:big )?on ${OBJECT}`,
    `valu(?:es|ed|ing) ${OBJECT} at`,
    `(?:invest(?:ed|ment|ing)|stake) in ${KIND_OF_COMPANY}${OBJECT}`,
    `${MONEY} (?:has been |have been |was |were |is being )?(?:invested|plou?(?:gh|w)ed|pumped|poured|injected|put|sunk) in(?:to)? ${KIND_OF_COMPANY}${OBJECT}`,
    String.raw`\b(?:award|grant|hand|giv)[a-z]* ${OBJECT} [^.;]{0,60}?(?:${MONEY}[^.;]{0,40}? grant|grant (?:of|worth) [^.;]{0,10}${MONEY})\b`,
  ),
}
