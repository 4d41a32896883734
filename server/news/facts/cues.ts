import type { CompanyEvent } from './frames.ts'
import { MONEY, ROLE } from './entities.ts'
import { MODIFIER, SELF } from './marked-text.ts'

/** Words that indicate an event in any sentence about the company, whatever its structure. */
type Cue = {
  event: CompanyEvent
  words: RegExp
  /** Others do it to the company, so its name doesn't have to come first. */
  byOthers?: true
}

const cue = (source: string) => new RegExp(source, 'i')
const role = (verbs: string) =>
  new RegExp(String.raw`(?:${ROLE})[^.;]{0,60}\b(?:${verbs})|\b(?:${verbs})\b[^.;]{0,60}(?:${ROLE})`)

/** Most important first. */
export const CUES: readonly Cue[] = [
  {
    event: 'closure',
    words: cue(
      String.raw`\b(?:shut(?:s|ting)? (?:down|up shop|its doors|for good)|wind(?:s|ing)? (?:down|up)|wound (?:down|up)|clos(?:es|ed|ing|e) (?:its|our|their) doors|clos(?:es|ing|e) (?:down|for good|permanently)|bankrupt(?:cy)?|insolven(?:t|cy)|liquidat(?:e|es|ed|ing|ion|ors?)|administrators?|receivership|ceas(?:es|ed|ing|e) (?:operations|trading|to trade|production)|out of business|chapter (?:7|11)|creditors|calls? it (?:quits|a day)|pull(?:s|ed|ing)? the plug|goes? (?:dark|under|bust|to the wall)|went (?:dark|under|bust)|dissolv[a-z]+|shutter(?:s|ed|ing)?|folds?|folded|collapses|end of the road|receivers?|stops? trading|no longer trading|bites? the dust|turns? off the lights|(?:shops|stores|doors|offices) (?:shut|close)|last orders|runs? out of (?:money|cash|road|runway)|ran out of (?:money|cash|runway)|(?:the )?(?:company|business|studio|startup) (?:will|is) (?:clos|end|shut))\b`,
    ),
  },
  {
    event: 'acquisition',
    words: cue(
      String.raw`\b(?:takeover (?:bid|offer|by|of|target|talks)|buyout|suitors?|sold to|for sale|acquired by|bought by|snapped up by|merger|to merge|new owners?|changes? hands|agreed sale|sale to|joins? forces under|become part of|becoming part of|majority stake in ${SELF}|buys? ${SELF}|acquir[a-z]+ ${SELF})\b`,
    ),
    byOthers: true,
  },
  {
    event: 'raise',
    words: cue(
      String.raw`(?:${MONEY}[^.;]{0,70}\b(?:funding|round|series [a-k]\b|seed|financing|investors?|investment|valuation|backers?|backing|equity|venture|fresh capital|new capital|new money|raise)|\b(?:funding|round|series [a-k]|seed|financing|rais(?:e|es|ed|ing)|backing|investment|investors?|tops? up|war chest|fresh capital|new money|capital injection)\b[^.;]{0,70}${MONEY}|\b(?:series [a-k]|(?:pre-)?seed|funding|financing) (?:round|extension|raise)|\b(?:rais|secur|bag|land|net|scor|attract|haul|win|pick|clos|receiv|get|tak|pull|grab|snag|bank|pocket|collect)[a-z]{0,5} (?:[^.;]{0,25}?)${MONEY}(?! (?:[a-z]+ ){0,3}(?:acquisition|purchase|takeover|buyout|merger|contract|order|deal|grant|loan|award|prize|settlement|fine|verdict|lawsuit|damages|penalty|revenue|sales|profit))|clos(?:es|ed|ing) (?:its |an? )?(?:[a-z]+ )?(?:round|series [a-k]|seed))`,
    ),
  },
  {
    event: 'ipo',
    words: cue(
      String.raw`\b(?:ipo|initial public offering|stock[- ]market (?:debut|listing|flotation)|go(?:es|ing)? public|float(?:s|ed|ation)\b|prospectus|s-1\b|(?:list|lists|listed|listing|trading|debut) (?:[a-z]+ ){0,3}(?:nasdaq|nyse|new york|stock exchange|london|euronext)|market debut|first day of trading|spac\b|blank-che(?:que|ck))`,
    ),
  },
  {
    event: 'layoffs',
    words: cue(
      String.raw`\b(?:layoffs?|laid off|lay(?:s|ing)? off|job (?:cuts|losses)|redundan(?:t|cy|cies)|severance|pink slips|staff (?:cuts|reductions?)|head-?count (?:reduction|cut)|workforce reduction|let(?:s|ting)? (?:\d+|some|more|nearly|about|around)[^.;]{0,30} go|cut(?:s|ting)? (?:about |around |nearly |roughly |more than |a |an |its |some )*(?:\d[\d,]*|half|third|quarter|fifth|tenth|[a-z]+ dozen|hundreds)[^.;]{0,25}(?:jobs|staff|roles|positions|workers|employees|people|workforce)|\d+ ?(?:%|percent|per cent) of (?:its|our|the|${SELF}’s|their) (?:[a-z]+ )?(?:staff|workforce|team|employees|headcount|people)|(?:\d[\d,]*|half|dozens|hundreds|third|quarter) (?:of (?:its|the|our) )?(?:[a-z]+ ){0,2}(?:staff|employees|workers|people|engineers|jobs|posts|roles|colleagues|payroll)[^.;]{0,40}(?:cut|\bgo\b|gone|leav|los|axed|\bout\b|door|eliminat|redundan|notice|at risk)|(?:jobs|roles|positions|posts) (?:[^.;]{0,20})?(?:to go|axed|cut|lost|at risk|eliminated|disappear)|(?:slims?|trims?|culls?|shrinks?|thins?) (?:down |its )?(?:[a-z]+ )?(?:staff|team|workforce|ranks|payroll|headcount))`,
    ),
  },
  {
    event: 'departure',
    words: role(
      String.raw`[Ss]tep(?:s|ped|ping)? (?:down|aside|back|away)|[Rr]esign(?:s|ed|ing|ation)?|[Ll]eav(?:es|ing|e)|[Ll]eft|[Dd]epart(?:s|ed|ing|ure)?|[Ee]xit(?:s|ed|ing)?|[Qq]uit(?:s|ting)?|[Rr]etir(?:es?|ed|ing|ement)|[Oo]ust(?:s|ed)|[Ff]ired|[Ss]acked|[Rr]emoved|[Rr]eplaced|[Hh]and(?:s|ing) (?:over|off)|[Mm]ov(?:es|ing) on|[Bb]ow(?:s|ing) out|[Ff]arewell|[Ss]tanding down|[Ss]tands down|out as|[Jj]umps? ship|[Hh]ead(?:s|ing)? for the (?:exit|door)|[Ww]alk(?:s|ed|ing) (?:out|away)`,
    ),
  },
  {
    event: 'legal',
    words: cue(
      String.raw`\b(?:lawsuits?|su(?:es|ed|ing)|court|judge|jury|fined?|fines|regulators?|watchdog|probe[sd]?|investigat(?:es|ed|ing|ion|ors)|settl(?:es|ed|ement)|antitrust|patent (?:suit|case|dispute|infringement|fight)|indict(?:s|ed|ment)|charged with|class[- ]action|injunction|subpoena(?:s|ed)?|raid(?:s|ed)?(?= (?:on|at|${SELF}|the (?:offices|home)))|tribunal|prosecutors?|penalt(?:y|ies)|attorney general|plaintiffs?|litigation|cease-and-desist|ban(?:s|ned) (?:${SELF}|${MODIFIER})|warning letters?|warn(?:s|ed) ${SELF} (?:about|against|over)|licen[cs]e (?:revoked|suspended|pulled)|damages)\b`,
    ),
    byOthers: true,
  },
  {
    event: 'incident',
    words: cue(
      String.raw`\b(?:breach(?:es|ed)?|(?<!${SELF} )hacks|hack(?:ed|ers)?|outages?|recall(?:s|ed|ing)?|data leak|leaked|ransomware|cyber-?attack|explosion|explod[a-z]+|caught fire|fire (?:at|in|destroys|damages|breaks)|blaze|crash(?:es|ed)?|accident|injur(?:ed|ies|es)|contaminat[a-z]+|malfunction[a-z]*|offline|disruption|spill(?:s|ed)?|collision|derail[a-z]+|salmonella|safety (?:notice|warning|alert)|runs? aground|stolen|phishing|exposed|derailed|sickened|(?:sen(?:t|ds)|taken|rushed|admitted) (?:[a-z]+ ){0,4}to (?:the )?hospital|hospitali[sz]ed|evacuat[a-z]*|blackout|glitch|flaw|vulnerabilit[a-z]+|overheat[a-z]*|killed|deaths?|hurt|mishap|theft|heist|sabotage|stranded|ground(?:s|ed) (?:its |all )?(?:fleet|flights|aircraft)|suspends? (?:flights|service|operations|deliveries)|loses? contact|locked out|double-charged|wiped|open to anyone|left [^.;]{3,40} (?:open|exposed|unprotected)|(?:sync|service|app|site|platform|system|network|payments?) (?:is |was |goes |went )?down|lost (?:data|contact|power)|faulty|defect[a-z]*|poison[a-z]*|unauthori[sz]ed|downtime|down for (?:[a-z]+ )?hours|knocked out|went down|(?:trial|study|drug|therapy|treatment|vaccine)[^.;]{0,60} (?:fail(?:s|ed)|miss(?:es|ed)|(?:did|does) not meet|falls short|fell short))\b`,
    ),
    byOthers: true,
  },
  {
    event: 'results',
    words: cue(
      String.raw`\b(?:revenues?|turnover|profits?|profitab(?:le|ility)|net loss|loss(?:es)? (?:widen|narrow|of)|sales (?:rose|rise|grew|jump|doubl|tripl|fell|climb|up|of|hit|reach|top|near|pass)[a-z]*|earnings|arr\b|recurring revenue|quarterly|full-year|run[- ]rate|break-?even|in the black|in the red|bookings|gross merchandise|annualized)\b`,
    ),
  },
  {
    event: 'arrival',
    words: role(
      String.raw`[Aa]ppoint(?:s|ed|ing|ment)?|[Nn]am(?:es|ed|ing)|[Hh]ir(?:es|ed|ing|e)|[Tt]ap(?:s|ped)|[Jj]oin(?:s|ed|ing)?|[Rr]ecruit(?:s|ed)|[Pp]oach(?:es|ed)|[Pp]romot(?:es|ed)|[Bb]rings? (?:in|on|aboard)|[Ii]nstall(?:s|ed)|[Ee]lect(?:s|ed)|[Ww]elcom(?:es|ed)|takes? (?:the helm|over|charge|the reins)|[Nn]ew|[Nn]ext|[Ii]ncoming|[Pp]icks?|[Ll]ures?|[Ss]nags?|[Tt]urns? to|[Ii]nterim`,
    ),
  },
  {
    event: 'expansion',
    words: cue(
      String.raw`\b(?:expan(?:d|ds|ded|ding|sion)|(?:new|second|third|first|another) (?:[a-z]+ ){0,3}(?:office|plant|factory|headquarters|hq|hub|facility|lab|warehouse|store|campus|data center|site|branch|location|market|clinic)s?\b|enter(?:s|ed|ing)? (?:the )?(?:[a-z]+ )?markets?|hiring (?:spree|\d+)|(?:hire|add|create|recruit)s? (?:[a-z]+ ){0,2}\d+|international(?:ly)?|overseas|abroad|break(?:s|ing)? ground|broke ground|relocat[a-z]+|sets? up shop|foothold|moves? into|heads? (?:to|for|into)|arrives? in|comes? to|opens? in|lands? in|rolls? out (?:in|across|to)|crosses the (?:atlantic|border|channel))\b`,
    ),
  },
  {
    event: 'partnership',
    words: cue(
      String.raw`\b(?:partner(?:s|ed|ing|ship)?|team(?:s|ed|ing)? up|allianc[a-z]+|collaborat[a-z]+|joint (?:venture|project|development)|pact|tie-up|contract|framework agreement|supply (?:deal|agreement)|memorandum|(?:signs?|signed|inks?|inked|strikes?|struck|wins?|won|lands?|landed|secures?|secured|seals?|agrees?) (?:[^.;]{0,50})(?:deal|agreement|order|customer|contract)|joins? (?:hands|forces)|integrat(?:es|ion)|select(?:s|ed)|chos(?:e|en)|pick(?:s|ed)|chooses|tapped|will use|to use|adopts?|deploys?|rolls? out ${SELF}|licens(?:es|ed|ing)|distribut(?:e|es|or|ion)|stock(?:s|ed) by|powers|(?:to|will) power)\b`,
    ),
    byOthers: true,
  },
  {
    event: 'launch',
    words: cue(
      String.raw`\b(?:launch(?:es|ed|ing)?|unveil(?:s|ed|ing)?|introduc(?:es|ed|ing)|releas(?:es|ed|ing)|debut(?:s|ed|ing)?|roll(?:s|ed|ing)? out|new (?:product|app|feature|version|model|device|tool|platform|service|plan|tier|line|range|collection|api)|beta|(?:now|generally) available|ships|shipping|open[- ]sourc(?:es|ed|ing)|takes? the wraps off|goes? live|now (?:lets|offers|supports|comes|works|has)|add(?:s|ed)|brings? (?:[^.;]{0,40})to (?:its|the|your)|puts? (?:[^.;]{0,40})online|(?:free|software|firmware|app|product|major|new) (?:update|upgrade)|reveals?|shows? off|preview|(?<!\bphase \S{1,3} |clinical |-stage )trial|pilot)\b`,
    ),
  },
]
