import type { EventType } from '#domain/taxonomy.ts'
import { MONEY, NAME, ROLE } from './entities.ts'
import { MODIFIER, SELF } from './marked-text.ts'

export type CompanyEvent = Exclude<EventType, 'mention'>

/**
 * How a company event is worded.
 * `does`: follows the company as the subject and any auxiliaries. `has`: a noun phrase right after the company's name.
 * `undergoes`: the company isn't the subject; contains SELF. `own`: wording that only the company itself uses.
 */
export type Frame = { event: CompanyEvent; does?: RegExp; has?: RegExp; undergoes?: RegExp; own?: RegExp }

const pattern = (source: string) => new RegExp(source, 'i')
/** Case matters where a name is part of the pattern. */
const named = (source: string) => new RegExp(source)

const OBJECT = String.raw`${SELF}(?!['’]s)`
const FUNDING = String.raw`(?:funding|financing|fundraise|round|series [a-h]\b|seed|investment|growth capital|venture capital|equity|capital|backing|valuation|investors?|private (?:offering|placement)|convertible (?:notes?|loans?))`
const KIND_OF_COMPANY = String.raw`(?:(?:the|a|an|its|smaller|local|fellow|[A-Za-z-]+-based|${NAME}(?:['’]s|-based)|(?!(?:at|by|with|for|to|in|on|from|of|off|over|as|and|or|not|after|against) )[a-z][A-Za-z-]*) ){0,6}`
const VENUE = String.raw`(?:nasdaq|nyse|new york stock exchange|london stock exchange|euronext|stock (?:market|exchange)|public markets?|aim\b|tsx|asx)`
const GETS = String.raw`(?:win|won|receiv|secur|get|got|land|bag|scor|nab|obtain|collect)[a-z]{0,5}`
const COMPANY_NOUN = String.raw`(?:startup|start-up|company|firm|maker|provider|rival|business|developer|platform|agency|studio|competitor|operator|unit|arm|division|assets)`

export const FRAMES: readonly Frame[] = [
  {
    event: 'closure',
    own: pattern(
      String.raw`will no longer (?:open|be available|work|exist|operate)|appointed an? administrator|among the creditors|(?:its|${SELF}’s|the) (?:last|final) (?:voyage|day|chapter|orders)|(?:the end of|end) (?:the |our )?(?:road|journey)|(?:switch(?:ed|ing)?|turn(?:ed|ing)?) off (?:[^.;]{0,30})(?:servers|service|for good)|^goodbye\b`,
    ),
    does: pattern(
      String.raw`^(?:shut(?:s|ting)? (?:down|up shop)(?! (?:its|the|their|an?|two|three|some|\d|rumou?rs|access|operations in|${SELF}|[a-z]+ (?:office|plant|site|service|product|app|feature)))|wind(?:s|ing)? (?:down|up)(?! (?:its|the|an?) (?:[a-z]+ ){0,2}(?:program|unit|office|arm|division|product|service|line|app|plant|pilot))|wound down|clos(?:e|es|ed|ing) (?:its|our|the|their|${SELF}’s) doors|ceas(?:e|es|ed|ing) (?:all )?operations|fil(?:e|es|ed|ing) for (?:[a-z]+ ){0,3}(?:bankruptcy|chapter (?:7|11)|insolvency|administration|creditor protection|liquidation)|(?:enter|enters|entered|entering|in|into) (?:[a-z]+ ){0,2}(?:bankruptcy|administration|liquidation|receivership|insolvency)|go(?:es|ing)? (?:out of business|bust|under|bankrupt|into (?:administration|liquidation))|went (?:out of business|bust|under|bankrupt)|clos(?:e|es|ing) (?:down|for good|permanently)|closes?(?=$|, (?:ending|after|as) | after (?:\d+|[a-z]+) (?:years|months))|shutter(?:s|ed|ing)?(?! (?:its|the|two|three|[a-z]+ (?:office|plant)))|liquidat(?:e|es|ed|ing)|(?:bankrupt|insolvent|defunct|dissolved)\b|dissolv(?:e|es|ing)|sunset(?:s|ting)? (?:the company|${SELF}(?! (?:[A-Z]|${NAME})))|end(?:s|ing)? operations|lay(?:s|ing)? down (?:its|their|our) tools|call(?:s|ing|ed)? it (?:quits|a day)|pull(?:s|ing|ed)? the plug(?! on (?:its |the |an? ))|switch(?:es|ed|ing)? off (?:its|the|our|${SELF}’s) (?:servers|service|lights)|(?:pour|serv|bak|brew|print|sell|sold|play)[a-z]{0,3} (?:its|their|${SELF}’s) (?:last|final) |clos(?:e|es|ing) (?:both|all|all of|the last of) (?:its |${SELF}’s )?(?:[a-z]+ )?(?:stores|shops|taprooms|restaurants|locations|branches|offices|sites|clinics|cafes)|(?:coming|come|comes) to an end|close (?:${SELF}(?! (?:[A-Z]|${NAME}))|the company)|shut (?:${SELF}|the company) down|(?:made the )?(?:[a-z]+ ){0,4}decision to (?:close|shut down|wind down|cease))`,
    ),
    has: pattern(
      String.raw`^(?:[a-z]+ ){0,2}(?:shutdown|shuts down|bankruptcy|wind-?down|closure|insolvency|liquidation|collapse|chapter 11)\b(?! of)`,
    ),
    undergoes: pattern(
      String.raw`(?:shutdown|bankruptcy|closure|collapse|demise|wind-?down|closing|end|winding down) of ${OBJECT}|(?:close|closing|wind(?:ing)? down|shut(?:ting)? down|shutter(?:ing)?|say(?:ing)? goodbye to|the end of|dissolve) ${OBJECT}|(?:future|farewell|goodbye)[^.]{0,40}${SELF}[^.]{0,80}(?:wind(?:ing)? down|clos(?:e|ing)|shut)`,
    ),
  },
  {
    event: 'acquisition',
    own: named(
      String.raw`^${SELF} (?:is|are|will be|have been|has been)?\s?(?:[Jj]oin(?:s|ing|ed)?|[Bb]ecoming part of) ${NAME}(?=$|[.,!])`,
    ),
    does: named(
      String.raw`^(?:(?:be |being |been |getting )?(?:acquired|bought(?: out)?|purchased|taken over|taken private|snapped up|scooped up|absorbed|acqui-?hired|rescued|saved|gobbled up|swallowed(?: up)?|picked up|hoovered up|bought up|sold)(?= (?:(?:last|this) (?:week|month) |today |on [A-Z][a-z]+ )?(?:by|to|for|in)\b|[.,;]|$)|[Ss]ell(?:s|ing)? (?:itself|to ${NAME}|the (?:company|business)|out\b|for)|sold (?:itself|to)|(?:accepts?|accepted|receives?|received|draws?|fields?|fielded|gets) (?:an? |[A-Za-z]+ ){0,4}(?:takeover|buyout|acquisition|unsolicited)|(?:ends?|ended|ending) up in [^.;]{0,30}hands|chang(?:es|ed|ing) (?:hands|owners?)|(?:a |an |its |[a-z]+ ){0,4}(?:sale|takeover|buyout)(?: (?:to|by|offer|deal|of the company|process)|[.,;]|$)|puts? itself up for sale|(?:up )?for sale\b|(?:be |being )?shopped around|(?:be |being )?courted by|draws? (?:takeover )?interest|become(?:s)? (?:a |an )?(?:[a-z]+ ){0,2}(?:part|subsidiary|division|unit) of|(?:a )?part of ${NAME}|merg(?:e|es|ed|ing)\b|combin(?:e|es|ing)\b(?= (?:with|in|forces|to))|(?:[a-z][A-Za-z-]* ){0,4}merger\b|accept(?:s|ed)? ${NAME}['’]s (?:[a-z]+ ){0,3}(?:offer|bid)|(?:[Hh]ir|[Tt]ap|[Rr]etain|[Ee]ngag|[Pp]ick)[a-z]{0,4} (?:[a-z]+ ){0,3}${NAME}(?: and ${NAME})? (?:to|for|on) (?:[a-z]+ ){0,4}(?:sale|buyers?|takeover|strategic (?:options|alternatives|review)))`,
    ),
    has: named(
      String.raw`^(?:[A-Za-z]+ ){0,2}(?:sale to|takeover(?! of)|buyout(?! of)|buyer|acquisition by|merger with|suitor)\b`,
    ),
    undergoes: named(
      String.raw`\b(?:[Aa]cquir(?:e|es|ed|ing)|[Bb]uy(?:s|ing)?(?: out)?|[Bb]ought(?: out| \d+% of)?|[Pp]urchas(?:e|es|ed|ing)|[Tt]ak(?:e|es|ing) (?:over|private)|[Tt]ook over|[Ss]nap(?:s|ped|ping)? up|[Ss]coop(?:s|ed|ing)? up|[Aa]bsorb(?:s|ed|ing)?|[Aa]cqui-?hir(?:e|es|ed|ing)|[Gg]obbl(?:es|ed) up|[Ss]wallow(?:s|ed)|[Gg]ets? (?:its )?hands on|[Pp]ick(?:s|ed)? up|[Ll]ands?|ACQUIRES?) ${KIND_OF_COMPANY}(?:${COMPANY_NOUN} )?${OBJECT}(?! (?:shares|stock|ads|devices|products|subscriptions|licen[cs]es))|\b(?:[Aa]cquisition|[Tt]akeover|[Pp]urchase|[Bb]uyout|(?<![Pp]oint of )[Ss]ale|ownership|control|majority stake) (?:of|in) ${KIND_OF_COMPANY}(?:${COMPANY_NOUN} )?${OBJECT}|\b(?:[Bb]id|[Oo]ffer|deal|agreement) (?:for|to (?:buy|acquire|take over)) ${KIND_OF_COMPANY}${OBJECT}|[Mm]erg(?:e|es|ed|ing|er) (?:with|of) ${OBJECT}|\b(?:circl(?:es|ing)|court(?:s|ing)|eye(?:s|ing)|stalk(?:s|ing)|approach(?:es|ed)|swoops? on|pounces? on) ${OBJECT}(?= (?:for|in|with)|[,.;]|$)|\b(?:[Hh]ir|[Aa]cqui-?hir)(?:es|ed|ing) (?:the )?(?:[a-z\d-]+ ){0,4}team (?:behind|of|from|at) ${KIND_OF_COMPANY}${OBJECT}|${SELF}[–-]${NAME} (?:merger|deal|tie-up)|(?:purchase|takeover|sale) of the (?:company|studio|business)|\b(?:[Pp]ay(?:s|ing)?|[Pp]aid|[Ss]hell(?:s|ed|ing)? out|[Ss]plash(?:es|ed|ing)? out|[Ff]orks? (?:out|over)) (?:[a-z]+ ){0,2}${MONEY}(?: in [a-z]+(?: and [a-z]+)?)? for ${KIND_OF_COMPANY}${OBJECT}(?! (?:to|shares|stock))`,
    ),
  },
  {
    event: 'raise',
    does: pattern(
      String.raw`^(?:rais(?:e|es|ed|ing)(?! (?:its |the |our )?(?:prices|awareness|concerns|questions|doubts|wages|guidance|fees|the bar|forecast|outlook))[^.;]{0,100}?(?:${MONEY}|${FUNDING})|(?:secur|clos|land|nab|bag|scor|snag|haul|collect|pick|bank|receiv|gain|win|draw|attract|lock|complet|announc|rak|grab|net|obtain|confirm|disclos|pull|get|got|won|tak|pocket|snar|finaliz|sign|clinch|rack|amass|unveil|pour)[a-z]{0,5} (?:(?:in|up|down|on|off) )?(?:[^.;]{0,60}?${MONEY}[^.;]{0,60}?${FUNDING}|(?:(?:an?|its|the|our|another|new|oversubscribed|first|second|extension|[a-z]+-led|\$?[\d.]+[mkb]?) ){0,5}(?:seed|pre-seed|series [a-h]\d?|funding|financing|investment round|growth round|extension)\b)|(?:secur|clos|land|nab|bag|scor|snag|haul|rak|grab|pull|pocket|snar|clinch)[a-z]{0,5} (?:(?:in|up) )?(?:an? |over |about |nearly |almost |more than |up to |another |fresh )*${MONEY}(?! (?:[a-z]+ ){0,3}(?:acquisition|purchase|takeover|buyout|merger|contract|order|deal|grant|loan|award|prize|settlement|fine|verdict|program))|(?:(?:an?|its|new|fresh|about|over|up|to|nearly|around) )*(?:${MONEY} )?(?:(?:[a-z-]+ ){0,2}?(?:round|funding|financing|series [a-h]\b)|(?:in|of) (?:new |fresh )?(?:funding|financing|capital))|(?:over |about |fresh |another )*${MONEY}(?=,|\.|$| from| at| to)|(?:(?:emerg|com|launch)(?:es|ed|ing|e) (?:from|out of) stealth|(?:spins?|spun|spinning) (?:out|off) (?:of|from) [^.;]{1,30}?)[^.;]{0,20} with ${MONEY}|(?:valued|valuing) at|value[sd]? at|(?:funding|financing) from|fil(?:es?|ed|ing) (?:an? |its )?(?:[a-z]+ )?(?:form|${NAME}) d\b|tak(?:e|es|en|ing) (?:[^.;]{0,20})?${MONEY}[^.;]{0,30}(?:investment|from)|(?:be |been )?handed (?:another |a further |an extra )?${MONEY}|(?:get|got|tak|land|win|receiv|secur|attract|draw)[a-z]{0,4} (?:(?:new|fresh|more|further|additional|strategic|minority|an?) ){1,3}(?:money|investment|cash|capital|backing|funding) from ${NAME}|top(?:s|ped|ping)? up (?:its|the) (?:[a-z-]+ ){0,2}(?:seed|series|round|funding)|win(?:s|ning)? (?:the )?backing (?:of|from)|(?:reopens|extends?|extended) (?:its|the) (?:seed|series|round)|add(?:s|ed|ing)? [^.;]{0,20}?${MONEY} to (?:its|the|${SELF}’s) (?:[a-z]+ ){0,2}(?:series [a-k]|seed|round|funding|financing)|(?:${GETS}|awarded) (?:[^.;]{0,40}?${MONEY}[^.;]{0,50}? grant\b(?! (?:to|program))|(?:[^.;]{0,50}? )?grant (?:of|worth|for) [^.;]{0,10}${MONEY}))`,
    ),
    has: pattern(
      String.raw`^(?:(?:new|latest|upcoming|recent|[a-z]+-led|first|oversubscribed|${MONEY}) ){0,4}(?:series [a-h]\d?\b|(?:pre-)?seed (?:round|funding|extension)|funding round|fundrais(?:e|ing)|financing(?: round)?|valuation|raise\b|mega-?round|down round)`,
    ),
    undergoes: pattern(
      String.raw`\b(?:invest(?:s|ed|ing)?|pour(?:s|ed)?|inject(?:s|ed)?|pump(?:s|ed)?|put(?:s)?|plow(?:s|ed)?|sink(?:s)?|commit(?:s|ted)?) (?:[^.;,]{0,40}?${MONEY} )?(?:[^.;,]{0,20}?)in(?:to)? ${KIND_OF_COMPANY}${OBJECT}|(?<!-)\b(?:back(?:s|ed|ing)|fund(?:s|ed|ing)) ${KIND_OF_COMPANY}${OBJECT}|\b(?:leads?|led|leading|joins?|joined|co-leads?) (?:[^.;,]{0,60})(?:round|investment|financing|series [a-h]|seed|raise|funding) (?:in|for|of|at) ${KIND_OF_COMPANY}${OBJECT}|\b(?:leads?|led|leading|joins?|joined|co-leads?|back(?:s|ed)) ${SELF}['’]s (?:[^.;,]{0,40})(?:round|investment|financing|series [a-h]|seed|raise|funding)|(?:round|funding|financing|series [a-h]|seed) (?:for|in|into|to) ${KIND_OF_COMPANY}${OBJECT}|${MONEY} (?:in|into|for|on|to) ${KIND_OF_COMPANY}${OBJECT}|bets? (?:big )?on ${OBJECT}|valu(?:es|ed|ing) ${OBJECT} at|(?:invest(?:ed|ment|ing)|stake) in ${KIND_OF_COMPANY}${OBJECT}|${MONEY} (?:has been |have been |was |were |is being )?(?:invested|plou?(?:gh|w)ed|pumped|poured|injected|put|sunk) in(?:to)? ${KIND_OF_COMPANY}${OBJECT}|\b(?:award|grant|hand|giv)[a-z]* ${OBJECT} [^.;]{0,60}?(?:${MONEY}[^.;]{0,40}? grant|grant (?:of|worth) [^.;]{0,10}${MONEY})\b`,
    ),
  },
  {
    event: 'ipo',
    does: pattern(
      String.raw`^(?:go(?:es|ing)? public|went public|fil(?:es?|ed|ing) (?:confidentially |paperwork |publicly )*(?:for|to|its|an?|with the sec for) (?:an? |its )?(?:[a-z]+ ){0,3}(?:ipo|initial public offering|go public|list|s-1)|pric(?:e|es|ed|ing) (?:its |shares|an? )(?:[^.;]{0,20})?(?:ipo|initial public offering)?|(?:ring(?:s|ing)|rang) the (?:opening )?bell|float(?:s|ed|ing)? (?:on|in)|join(?:s|ed|ing)? (?:the )?${VENUE}|gets? (?:the )?(?:green light|go-ahead|approval) for (?:[^.;]{0,20})(?:listing|ipo|float)|sound(?:s|ed|ing)? out banks|list(?:s|ed|ing)? (?:[^.;]{0,30})?(?:on|in|via) (?:the )?(?:${VENUE}|spac)|debut(?:s|ed|ing)? on (?:the )?${VENUE}|(?:pick|hir|tap|choos|select|nam)[a-z]{0,4} (?:[^.;]{0,60}?)(?:listing|ipo|initial public offering|flotation)|(?:chosen|picked|hired|tapped|selected) [^.;]{0,80}(?:ipo|initial public offering|listing)|(?:[a-z]+ ){0,4}(?:ipo|initial public offering|public listing|direct listing|stock market listing)\b|make(?:s)? (?:its )?(?:market|stock|wall street) debut|(?:start(?:s|ed)?|beg[ai]ns?) trading|(?:ris|jump|soar|surg|fall|drop|pop|climb|clos|open|trad)[a-z]{0,4} [^.;]{0,30}(?:debut|first day of trading|ipo)|files? (?:publicly|confidentially) for)`,
    ),
    has: pattern(
      String.raw`^(?:(?:[a-z]+|${MONEY}) ){0,3}(?:ipo|initial public offering|s-1|stock market debut|public listing|shares (?:jump|soar|surge|fall|slide|pop|start(?:ed)? trading|beg[ai]n trading))\b`,
    ),
    undergoes: pattern(
      String.raw`(?:ipo|initial public offering|public offering|listing|market debut) (?:of|for|by) ${OBJECT}|shares (?:of|in) ${KIND_OF_COMPANY}${SELF} [^.;]{0,60}(?:debut|first day|trading|listing)`,
    ),
  },
  {
    event: 'layoffs',
    own: pattern(
      String.raw`(?:roles|jobs|positions) (?:will |are |have |be |been )*(?:come to an end|coming to an end|eliminated|cut|lost|going away|made redundant)|(?:colleagues|teammates|people|of us) (?:will be |are |is )(?:leaving|going)\b|${SELF} (?:are|is) (?:also )?(?:becoming|now) a (?:much )?smaller (?:team|company)|hard(?:est)? (?:day|news|decision)[^.;]{0,60}(?:team|people)`,
    ),
    does: pattern(
      String.raw`^(?:la(?:y|ys|ying|id) off|(?:axe|axes|axing|shed|sheds|cut|cuts|show|shows) (?:as many as |up to |about |around |nearly |some |another )?\d[\d,]* (?:[a-z]+(?:ers|ors|ists|ees|ians)|people|staff|jobs|roles|posts)\b|(?:slim|thin)(?:s|ning|ming)? (?:down|its ranks)|(?:cut|cuts|cutting|slash|slashes|slashed|slashing|shed|sheds|shedding|axe[sd]?|axing|trim|trims|trimmed|eliminat(?:e|es|ed|ing)|reduc(?:e|es|ed|ing)|shrink(?:s|ing)?) (?:[a-z\d%,.’'${SELF}-]+ ){0,7}?(?:staff|jobs|workforce|headcount|employees|workers|positions|roles|team|people|company by|teammates|colleagues)\b|let(?:s|ting)? (?:[a-z\d%,-]+ ){1,6}go\b|let(?:s|ting)? go (?:of )?|part(?:s|ing|ed)? ways with (?:[^.;]{0,40})(?:%|percent|people|staff|team|employees|colleagues|roles|of us)|say(?:s|ing)? goodbye to (?:[^.;]{0,40})(?:%|people|teammates|colleagues|employees|staff|of ${SELF})|make(?:s)? (?:[^.;]{0,30})redundant|downsiz(?:e|es|ed|ing)|dismiss(?:es|ed|ing)? (?:[\d%,]+)|furlough(?:s|ed|ing)?|fir(?:es|ed|ing) (?:\d+|half|a third)|(?:[a-z]+ ){0,4}(?:layoffs|job cuts|redundancies|reduction in force))`,
    ),
    has: pattern(String.raw`^(?:[a-z]+ ){0,2}(?:layoffs?|job cuts|redundancies|workforce reduction|staff cuts)\b`),
    undergoes: pattern(
      String.raw`(?:layoffs|job cuts|job losses|redundancies|pink slips) (?:hit |at |for |strike |come to )(?:[a-z][a-z-]* ){0,4}${SELF}|(?:reduction|reducing|smaller|reduce) (?:in |of )?(?:the size of )?${SELF}['’]s (?:team|workforce|staff|headcount)|(?:people|employees|workers|staff|teammates|colleagues) (?:[^.;]{0,30})(?:will be |are |is |be )?(?:leav(?:e|ing)|losing their jobs|laid off|let go)[^.;]{0,30}${SELF}|${SELF}['’]s (?:team|workforce|staff|headcount)[^.;]{0,40}(?:smaller|shrink|reduced|fewer)|(?:\d+%|percent|\d+) of ${SELF}['’]s (?:team|people|staff|colleagues|teammates|employees)[^.;]{0,40}(?:leav|go|affected|impacted|laid)`,
    ),
  },
  {
    event: 'departure',
    own: pattern(
      String.raw`\bI(?:['’]m| am|['’]ve| have| will|['’]ll)? (?:[a-z]+ ){0,4}?(?:step(?:ping|ped)? (?:down|back|aside|away)|leav(?:e|ing)\b|mov(?:e|ing) on\b|hand(?:ing)? over|resign[a-z]*|retir[a-z]*|pass(?:ing)? (?:on )?the (?:torch|baton|reins))|release me from|my last (?:day|week)|my (?:departure|resignation|successor)|will be (?:leaving|moving on from) (?:us|${SELF})`,
    ),
    does: named(
      String.raw`^(?:parts? (?:ways|company) with (?:its |the )?(?:${ROLE}|${NAME})|(?:plans? to |to )?(?:fires?|fired|ousts?|ousted|removes?|removed|sacks?|sacked|loses?|lost|losing|(?:push|forc)(?:e[sd]?|es|ed|ing) out|replac(?:es|ed|ing)|dismiss(?:es|ed)|suspend(?:s|ed)) (?:its |the |${SELF}['’]s )?(?:[a-z]+ )?(?:${ROLE}|${NAME}))`,
    ),
    has: named(
      String.raw`^(?:['’]s )?(?:[a-z-]+ ){0,3}(?:${ROLE}),?(?: (?:and (?:${ROLE}) )?${NAME})?,?(?: [^.;,]{0,40},)? ?(?:is |has |will |to |who |are |been |also |abruptly |suddenly |reportedly |plans to |planning |an |said |told [A-Za-z]+ (?:he |she |they )?|set to |be |(?:she|he|they) (?:is|was|will|are) )*(?:wants out|exit\b|departure\b|steps?|stepped|stepping|resign(?:s|ed|ing)?|leav(?:e|es|ing)|left|depart(?:s|ed|ing)?|retir(?:e|es|ed|ing)|exits?|exited|exiting|out\b|ousted|fired|quits?|quit|hand(?:s|ed|ing) (?:over|off|in)|bow(?:s|ed|ing) out|call(?:s|ed|ing) time|say(?:s|ing) goodbye|off to|mov(?:es|ed|ing) on|transition(?:s|ed|ing) (?:out|away|to)|removed|dismissed|jumps?|joins? ${NAME}|steps? aside|dies|died|has died|pass(?:es|ed) away)`,
    ),
    undergoes: named(
      String.raw`\b(?:[Ss]tep(?:s|ped|ping)? (?:down|aside|back)|[Rr]esign(?:s|ed|ing)?|[Rr]etir(?:es?|ed|ing)|[Dd]epart(?:s|ed|ing)?|[Ll]eav(?:es|ing|e)|[Ll]eft|[Qq]uits?|[Oo]usted|[Ff]ired|[Rr]emoved|[Hh]anding over|[Hh]ands over (?:the )?(?:keys|reins)|[Bb]ow(?:s|ed|ing) out|[Ee]xits?) (?:at |as |from |his |her |their |the |role |post |position |of )*(?:(?:as )?(?:[a-z]+ )?(?:${ROLE}) )?(?:of |at |from |to )?(?:${SELF}(?!['’]s)|${MODIFIER})|[Dd]epart(?:ure|ing) of ${SELF}['’]s|(?:${NAME}),? (?:the |who is |${SELF}['’]s |a )?(?:[a-z-]+ )?(?:${ROLE}) (?:of |at )${SELF},? (?:is |has |will |to |been )*(?:step|resign|leav|left|depart|retir|exit|quit|oust|fired|hand|mov)|(?:[Ee]xit at ${SELF}|stepping down|leaving(?! (?:${NAME} )?to )|moving on|stepping back|handing over|last day)[^.;]{0,40}(?:as |from |of |at )(?:[a-z]+ )?(?:${ROLE}|${SELF})|(?:[Hh]ires?|[Hh]ired|[Pp]oach(?:es|ed)|[Tt]aps?|[Ll]ures?|[Nn]ames?|[Aa]ppoints?) (?:away )?(?:${SELF}['’]s|${MODIFIER}['’]?s?|${SELF}) (?:[a-z-]+ )?(?:${ROLE})`,
    ),
  },
  {
    event: 'legal',
    does: pattern(
      String.raw`^(?:sue[sd]?\b|suing|(?:be |been |being )?(?:sued|fined|charged|indicted|investigated|subpoenaed|accused|ordered to pay|found (?:liable|guilty)|penali[sz]ed|raided|sanctioned)|settl(?:e|es|ed|ing) (?:[^.;]{0,60})?(?:lawsuit|suit|case|charges|claims|dispute|with (?:the )?(?:sec|ftc|doj|regulators?|state))|fac(?:e|es|ed|ing) (?:[^.;]{0,50})?(?:lawsuit|suit|probe|investigation|charges|fine|inquiry|class action|penalty|antitrust|complaint)|fil(?:es|ed|ing) (?:an? )?(?:[^.;]{0,30})?(?:lawsuit|suit|complaint)|(?:wins?|won|loses?|lost) (?:[^.;]{0,40})?(?:lawsuit|court|appeal|patent (?:case|fight|suit|dispute)|ruling|verdict|injunction)|pay(?:s|ing)? (?:[^.;]{0,40})?(?:to settle|fine|penalty|settlement)|under investigation|under (?:[a-z]+ ){0,3}(?:investigation|probe|scrutiny)|hit with (?:[^.;]{0,30})(?:lawsuit|fine|suit|penalty)|agree[sd]? to pay|tak(?:e|es|ing) [^.;]{0,50}to (?:court|arbitration|tribunal)|pay ${MONEY}[^.;]{0,80}(?:court|judge|settle|fine|penalt|regulator|ruling|lawsuit|claims|pollution|violat)|(?:reach|enter|agree)[a-z]{0,3} (?:[^.;]{0,40}?)(?:resolution|settlement|consent (?:agreement|decree|order))|violated|infring(?:es|ed))`,
    ),
    has: pattern(
      String.raw`^(?:[a-z-]+ ){0,3}(?:(?:(?:${ROLE}) )?(?:is |was |has been )?(?:charged with|indicted|arrested|convicted|sentenced|found guilty|pleads guilty)|lawsuit|settlement\b|settles|antitrust|fraud (?:case|trial)|investigation|probe|court (?:case|battle|fight)|patent (?:suit|dispute|fight))\b`,
    ),
    undergoes: pattern(
      String.raw`\b(?:sue[sd]?|suing|fine[sd]?|fining|charg(?:es|ed|ing)|prob(?:es|ed|ing)|investigat(?:es|ed|ing)|indict(?:s|ed)|accus(?:es|ed|ing)|subpoena(?:s|ed)|penali[sz]e[sd]?|order(?:s|ed)|raid(?:s|ed)|search(?:es|ed)|settl(?:es|ed) with|tak(?:es|ing) (?=\S+ to court)) ${KIND_OF_COMPANY}${SELF}(?!['’]s (?:customer|rival|partner))|(?:lawsuit|suit|complaint|charges|case|claims?|investigation|probe|inquiry|ruling|injunction|class action|fine|penalty|verdict|judgment|settlement)s? (?:[a-z]+ ){0,3}?(?:against|into|on|of|for|by|with|at) ${KIND_OF_COMPANY}${OBJECT}|fil(?:es|ed) (?:[^.;]{0,30})against ${OBJECT}|${ROLE} of ${KIND_OF_COMPANY}${SELF} (?:is |was |has been )?(?:charged|indicted|arrested|sentenced|convicted|sued|pleads|pleaded)|\b(?:bars?|barred|bans?|banned) ${KIND_OF_COMPANY}${SELF} from`,
    ),
  },
  {
    event: 'incident',
    own: pattern(
      String.raw`(?:you|customers|users|many) (?:could not|couldn['’]t|were unable to|were not able to) (?:open|access|log|use|reach|sign)|(?:stolen|leaked) (?:password|credential)|unauthori[sz]ed|gained access|someone (?:used|accessed|got)|${SELF}’s (?:systems?|servers?|service|site|app|database)[^.;]{0,30}(?:down|offline|unavailable|locked|failed)|post-?mortem|we let you down|what happened on`,
    ),
    does: pattern(
      String.raw`^(?:(?:be |been |being |got |gets )?(?:hacked|breached|hit by (?:[a-z]+ ){0,4}(?:attack|breach|outage|ransomware|hack)|compromised)|suffer(?:s|ed|ing)? (?:[^.;]{0,50})?(?:breach|outage|attack|hack|hackers|leak|incident|downtime|fire|failure|explosion)|recall(?:s|ed|ing)\b|(?:go(?:es)?|went|knocked) (?:offline|down)\b|disclos(?:es|ed|ing) (?:[^.;]{0,50})?(?:breach|incident|hack|leak|intrusion)|expos(?:es|ed|ing) (?:[^.;]{0,40})?(?:data|records|customers?)|leak(?:s|ed) |confirm(?:s|ed) (?:[^.;]{0,40})?(?:breach|hack|outage|leak|intrusion|attack|incident)|crash(?:es|ed)?\b|report(?:s|ed) (?:an? )?(?:[^.;]{0,30})(?:breach|security incident|outage)|experienc(?:e|es|ed|ing) (?:[^.;]{0,40})?(?:outage|breach|incident|disruption|failure)|evacuat|ground(?:s|ed|ing) (?:its |the )?(?:[a-z]+ )?(?:fleet|aircraft|flights|drones|planes)|voluntar[a-z]+ (?:withdraw|recall)[a-z]*|withdraw(?:s|ing|ew|n)? (?:[^.;]{0,20})?(?:lots|products|batches|units|devices)|(?:took|takes|taking|take) (?:its |some |all )?(?:systems?|servers?|service) offline)`,
    ),
    has: pattern(
      String.raw`^(?:[a-z-]+ ){0,4}(?:(?:data|security) breach|breach|outage|hack\b|hacked|recall|data leak|ransomware|cyberattack|explosion|fire\b|incident|crash|service disruption|(?:rocket|drone|vessel|plant|ship|truck|aircraft|vehicle|robot|battery|satellite)s? (?:[^.;]{0,30})?(?:lost|crash[a-z]*|runs? aground|explod[a-z]*|fails?|failed|catch[a-z]* fire|caught fire|derail[a-z]*|destroyed|fall[a-z]*|collid[a-z]*)|(?:robotaxi|car|van|truck|drone|scooter|bus|robot|train|plane)s? (?:strikes?|struck|hits?|kills?|killed|injures?|injured)\b)`,
    ),
    undergoes: pattern(
      String.raw`(?:breach|outage|hack|attack|cyberattack|ransomware|malware|recall|leak|explosion|fire|accident|incident|intrusion|failure|crash)(?:es|s)? (?:at|of|hits?|strikes?|cripples?|on|by|in|knocks?|takes?|exposes?|affecting) (?:[^.;,]{0,25})?${SELF}|(?:hack(?:s|ed|ers)|breach(?:es|ed)|attack(?:s|ed)) (?:[a-z]+ ){0,3}${OBJECT}|(?:(?:built|made|supplied|operated|designed|developed|manufactured) by ${SELF}|${MODIFIER}-(?:built|made|operated|designed)) (?:[^.;,]{0,40} )?(?:fail(?:s|ed)|explod(?:es|ed)|crash(?:es|ed)|catch(?:es)? fire|caught fire|malfunction(?:s|ed)|collaps(?:es|ed)|(?:is|was|were) (?:lost|destroyed|recalled|grounded))|(?:hackers?|thieves|attackers) (?:[a-z]+ )?(?:mak|made|drain|st[eo]al|stole|siphon|grab|t[ao]k|took|loot|swip)[a-z]{0,3} [^.;]{0,60}(?:from|at) ${KIND_OF_COMPANY}${SELF}|(?:hackers|attackers|intruder|unauthorized)[^.;]{0,60}${SELF}['’]s (?:systems?|network|servers?|database|data|environment)|(?:fire|explosion|blaze)[^.;]{0,40}${SELF}['’]s`,
    ),
  },
  {
    event: 'purchase',
    does: named(
      String.raw`^(?:(?:[Cc]los|[Cc]omplet|[Ff]inaliz|[Ss]eal)(?:e|es|ed|s|ing) (?:an? |its |the )?(?:${MONEY} )?(?:[a-z-]+ ){0,2}(?:acquisition|purchase|takeover|buyout) of(?! ${SELF})|[Aa]cquir(?:e|es|ed|ing)|[Bb]uy(?:s|ing)?(?! back)|[Bb]ought(?! back)|[Pp]urchas(?:e|es|ed|ing)|[Tt]ak(?:e|es|ing) over|[Tt]ook over|[Ss]nap(?:s|ped|ping)? up|[Ss]coop(?:s|ed|ing)? up|[Aa]bsorb(?:s|ed)|[Aa]cqui-?hir(?:es|ed)|[Ss]wallow(?:s|ed)?(?: up)?|[Gg]obbl(?:e|es|ed) up|[Pp]ick(?:s|ed)? up|(?:[Tt]ak|[Bb]uy|[Aa]cquir|[Bb]ought|[Tt]ook)[a-z]{0,3} (?:an? )?(?:\d+% |majority |controlling |minority )?stake in|[Gg]ets? (?:its )?hands on|[Mm](?:ake|akes|ade|aking) (?:its |our |the )?(?:first|second|third|fourth|fifth|latest|biggest|largest|next) (?:acquisition|purchase)(?: of)?:?|[Aa]dds? [^.;]{0,40}with (?:the )?(?:purchase|acquisition) of|(?:[Aa]nnounc|[Cc]omplet|[Cc]los)(?:e|es|ed|ing) (?:its |the |an? |our )?(?:[a-z]+ ){0,2}(?:acquisition|purchase|takeover|buyout) of|[Ff]inali[sz](?:es|ed) (?:its |the )?(?:acquisition|purchase) of|(?:an? |the )?(?:acquisition|takeover|purchase) of|(?:an? )?deal (?:for|to (?:buy|acquire))) (?!out |by )(?:(?:(?:the |most of |some of )?(?:what['’]s left of|what remains of|assets of|remains of|stock of) )?${KIND_OF_COMPANY}(?![^.;,]{0,40}(?:award|prize|medal|honou?rs?)\b)(?:${COMPANY_NOUN}\b|${NAME}))`,
    ),
    has: named(String.raw`^(?:[A-Za-z]+ ){0,2}(?:acquisition|takeover|purchase) of (?!${SELF})`),
    undergoes: named(
      String.raw`(?:acquired|bought(?: out)?|purchased|snapped up|taken over|absorbed) by ${KIND_OF_COMPANY}${OBJECT}|(?:sells?|sold|selling|sale|offloads?|offloaded|divests?|divested|hives? off|hived off) (?:[^.;]{0,90}) ?to ${KIND_OF_COMPANY}${OBJECT}|(?:joins?|joining|joined|part of) ${OBJECT} (?:in|through|via|as part of) (?:an? )?(?:[a-z]+ )?acqui`,
    ),
  },
  {
    event: 'results',
    does: pattern(
      String.raw`^(?:report(?:s|ed|ing)? (?:[^.;]{0,60})?(?:revenue|profit|loss|earnings|results|growth|sales|quarter|arr\b)|post(?:s|ed|ing)? (?:[^.;]{0,60})?(?:revenue|profit|loss|sales|growth|quarter|earnings)|(?:reach|hit|surpass|pass|cross|top|exceed|near|approach|clear|generat|book|grow|doubl|tripl|quadrupl|grew|miss|beat|made|make|earn|log|notch|record|turn|lost|swung|swing|topp|clock|ring|rang|pull|narrow|break|broke|ended|finish|closed)[a-z]{0,4} (?:[^.;]{0,60})?(?:revenue|arr\b|profit|profitability|profitable|sales|annual recurring|bookings|gmv|run[- ]rate|losses?\b|forecast|break-?even|million users|customers mark|million customers|paying customers)|(?:swings?|swung|moves?|is|are|back) (?:in|into) (?:the black|the red|profit)|ended? (?:20\d\d|the year) with|(?:turns?|is|are|becomes?|became|now) (?:[a-z]+ )?profitable|profitable\b|cash-?flow positive|narrow(?:s|ed) (?:its )?loss)`,
    ),
    has: pattern(
      String.raw`^(?:(?:[a-z-]+|20\d\d) ){0,3}(?:revenues?|sales|profits?|loss(?:es)?|arr|earnings|results|bookings|run[- ]rate|turnover)\b`,
    ),
    undergoes: pattern(
      String.raw`(?:revenue|sales|profits?|loss(?:es)?|arr|growth|turnover) (?:at|of|for) ${OBJECT}(?! (?:customers|clients))`,
    ),
  },
  {
    event: 'arrival',
    does: named(
      String.raw`^(?:(?:[Aa]ppoint(?:s|ed|ing)?|[Nn]am(?:e|es|ed|ing)|[Hh]ir(?:e|es|ed|ing)|[Tt]ap(?:s|ped|ping)?|[Pp]romot(?:e|es|ed|ing)|[Ww]elcom(?:e|es|ed|ing)|[Rr]ecruit(?:s|ed)|[Pp]oach(?:es|ed)|[Aa]dd(?:s|ed)|[Pp]icks?|[Ii]nstall(?:s|ed)|[Ll]ur(?:es|ed)|[Bb]rings? (?:on|in|aboard)|[Tt]urn(?:s|ed) to|[Ss]nag(?:s|ged)|[Gg]ets|[Ee]levat(?:es|ed)|[Ss]elect(?:s|ed)|[Ee]lect(?:s|ed)|[Ll]and(?:s|ed)) (?:[^.;]{0,80}?)(?:${ROLE}|board|advis[eo]r))`,
    ),
    has: named(
      String.raw`^(?:(?:names|appoints|hires|taps) (?!\d)|(?:[a-z]+ )?(?:new |next |first |incoming )(?:[a-z]+ )?(?:${ROLE}))`,
    ),
    undergoes: named(
      String.raw`\b(?:[Ll]eav(?:es|ing|e)|[Ll]eft|[Qq]uits?|[Dd]epart(?:s|ed|ing)?) (?:[^.;,]{0,40} )?(?:for|to (?:join|lead|run|head|become (?:[a-z]+ )?(?:${ROLE}) (?:of|at))) ${OBJECT}|(?:${NAME}),?(?: [^.;]{0,80}?,)? (?:has |have |will |to |been |is )*(?:becom(?:e|es)|became|is|named|appointed|succeeds [^.;]{0,30}as) ${SELF}['’]s (?:[a-z]+ ){0,2}(?:${ROLE})|(?:${NAME}) (?:is |will )?to (?:${ROLE}|lead|run|head|chair) (?:the )?${OBJECT}|(?:${NAME}),?(?: [^.;]{0,60}?,)? (?:is |has |will |have |to |was |been )*(?:[Jj]oin(?:s|ed|ing)?|appointed to|named to|[Ll]ands? at|takes? (?:a|the) (?:seat|chair) (?:on|at)|to (?:chair|lead|run|head)|moves? to|heads? to) (?:the )?(?:board of |fintech startup |startup )?(?:${SELF}['’]s board|${OBJECT})|(?:[Jj]oin(?:s|ed|ing)?) ${OBJECT}(?:['’]s)? (?:board )?as (?:[^.;]{0,30})?(?:${ROLE}|advis[eo]r)|(?:named|appointed|becomes|is|hired as|joined as|promoted to|new|tapped as|takes over as|as) (?:the )?(?:[a-z]+ )?(?:${ROLE}) (?:of|at) ${OBJECT}|(?:[Jj]oin(?:s|ed|ing)?) (?:the )?(?:board of (?:directors (?:of|at) )?${KIND_OF_COMPANY}${OBJECT}|${SELF}['’]s board)|(?:${ROLE}|boss|exec|executive|veteran|banker) (?:joins|lands at|heads to|moves to) ${KIND_OF_COMPANY}${OBJECT}`,
    ),
  },
  {
    event: 'expansion',
    own: pattern(
      String.raw`^${SELF} (?:are |is )?coming to (?:[a-z]|${NAME})|${SELF}’s (?:second|third|new|first|next) (?:lab|office|store|plant|home|hub|headquarters|location|site)|doors open|(?:available|live|open|launched|launching) in ${NAME}[^.;]{0,20}(?:, ${SELF}’s (?:first|second|third|fourth|fifth|sixth|new|newest|next|biggest|largest) market)|^hello,? ${NAME}`,
    ),
    does: pattern(
      String.raw`^(?:(?:head(?:s|ed|ing)? for|push(?:es|ed|ing)? into|arriv(?:es|ed|ing) in|ey(?:es|ed|ing)(?= [^.;]{0,40}(?:offices?|market|expansion))) |expand(?:s|ed|ing)? (?:in|into|to|its|operations|across|beyond|internationally|overseas|abroad|with|our|production|manufacturing|capacity)|open(?:s|ed|ing)? (?:[^.;]{0,50})?(?:office|plant|factory|headquarters|hq\b|hub|facility|lab\b|warehouse|store|stores|campus|centers?|data center|site|showroom|clinic|clinics|location|locations|branch|communities|schools|restaurants|shops|offices|bases|depots|labs)|(?:${NAME}(?: and ${NAME})? )?offices\b|enter(?:s|ed|ing)? (?:[^.;]{0,40})?(?:market|markets|${NAME}|uk\b|u\.s\.|us\b)|(?:hire|add|create|recruit)[a-z]{0,3} (?:[^.;]{0,20})?\d[\d,]*(?: [a-z]+){0,3} (?:people|jobs|employees|workers|staff|engineers|roles|positions)|doubl(?:es|ed|ing) (?:its )?(?:headcount|workforce|team|staff)|launch(?:es|ed|ing)? in (?:the )?(?:[a-z]+ ){0,2}(?:market|${NAME}|uk\b|u\.s\.|us\b)|mov(?:e|es|ed|ing) (?:its )?(?:headquarters|hq)|relocat(?:es|ed|ing)|break(?:s|ing)? ground|broke ground|build(?:s|ing)? (?:[^.;]{0,40})?(?:plant|factory|facility|campus|warehouse|gigafactory|data center))`,
    ),
    has: pattern(String.raw`^(?:[a-z]+ ){0,2}(?:expansion|expands)\b`),
    undergoes: pattern(String.raw`expansion of ${OBJECT}|(?:brings|bringing) ${OBJECT} to `),
  },
  {
    event: 'partnership',
    does: pattern(
      String.raw`^(?:partner(?:s|ed|ing)?\b (?:with|to|on|up)?|tie(?:s|d)? up with|(?:hook|link)(?:s|ed|ing)? up with|join(?:s|ed)? hands with|team(?:s|ed|ing)? (?:up|with)|becom(?:e|es|ing) (?:the )?official|sign(?:s|ed|ing)? up (?=${NAME})|collaborat(?:es?|ed|ing)|join(?:s|ed|ing)? forces|(?:sign|ink|strike|struck|announc|enter|form|land|win|won|secur|seal|clinch|reach|bag|agree|score)[a-z]{0,4} (?:[^.;]{0,80}?)(?:partnership|alliance|collaboration|agreement|deal|contract|joint venture|pact|tie-up|memorandum|order)\b|all(?:y|ies|ied) with|integrat(?:es?|ed|ing) with|(?:be |been )?(?:selected|chosen|picked|tapped) (?:by|as|to|for)|supply (?:[^.;]{0,40})to|(?:a )?(?:partnership|alliance|collaboration|joint venture) with|work(?:s|ing)? with ${NAME}|deploy(?:s|ed|ing)? (?:[^.;]{0,40}) (?:with|at|for) ${NAME}|(?:be |been )?awarded (?:[^.;]{0,60}?)(?:contract|order|deal)|(?:enter|agree|grant|licens)[a-z]{0,4} (?:[^.;]{0,40}?)(?:licen[cs]e|licensing) agreement|integration with|(?:announc|sign|agree)[a-z]{0,4} (?:an? )?(?:[a-z]+ )?(?:integration|pact|contract))`,
    ),
    has: pattern(
      String.raw`^(?:(?:[a-z]+ ){0,2}(?:partnership|alliance|collaboration|deal|contract|tie-up|joint venture) (?:with|to)\b)`,
    ),
    undergoes: pattern(
      String.raw`(?:partner(?:s|ed|ing|ship)?|tie(?:s|d)? up|team(?:s|ed|ing)?(?: up)?|collaborat(?:es|ed|ing|ion)|joint venture|alliance|agreement|deal|contract|tie-up|pact|join(?:s|ed)? forces|integrat(?:es|ed|ion)|sign(?:s|ed)) (?:[^.;,]{0,30}?)(?:with|to) ${KIND_OF_COMPANY}${OBJECT}|(?:select(?:s|ed)|choos(?:es|ing)|chose|pick(?:s|ed)|tap(?:s|ped)|award(?:s|ed)|adopt(?:s|ed)|deploy(?:s|ed)|roll(?:s|ed) out|sign(?:s|ed) up|hir(?:es|ed)|switch(?:es|ed) to|turn(?:s|ed) to|goes with|went with) ${KIND_OF_COMPANY}${OBJECT}(?:['’]s)?|(?:through|via|from) ${OBJECT} (?:under|in) (?:an? )?(?:[a-z-]+ ){0,3}(?:deal|contract|agreement)|${SELF} [x×] ${NAME}|${NAME} [x×] ${SELF}|and ${SELF} (?:[a-z]+ )?(?:partner|team up|sign|collaborate|announce|join forces|form|enter|strike|agree)|(?:weigh|consider|explor|discuss|plan)[a-z]* (?:an? )?${SELF} (?:tie-up|partnership|deal|pilot)`,
    ),
  },
  {
    event: 'launch',
    own: pattern(
      String.raw`^(?:introducing|announcing|meet|say hello to|hello,|now available|new:)\s|(?:is|are) (?:now )?(?:available|live|here|out)\b(?: (?:to|for|in|today|now|from))|starting today`,
    ),
    does: pattern(
      String.raw`^(?:launch(?:es|ed|ing)?|unveil(?:s|ed|ing)?|introduc(?:es?|ed|ing)|releas(?:es?|ed|ing)|roll(?:s|ed|ing)? out|debut(?:s|ed|ing)?|ship(?:s|ped|ping)?|open-?sourc(?:es|ed|ing)|announc(?:es|ed|ing) (?:[^.;]{0,60})?(?:availability|beta|version|\d\.\d|feature|product|app|api\b|model|platform|tool|update)|dos(?:es?|ed|ing) (?:the )?first (?:[a-z-]+ ){0,2}(?:patients?|participants?|volunteers?|subjects?|cohort)|(?:begins?|began|start(?:s|ed)?|initiat(?:es?|ed)) (?:dosing|(?:[a-z-]+ ){0,3}phase (?:\d|i+v?)[a-z/\d]* (?:[a-z-]+ ){0,2}(?:trial|study))|start(?:s|ed)? selling|bring(?:s|ing)? (?:[^.;]{0,40})to market|(?:win|won|gain|get|got|receiv|secur|earn|nab|obtain)[a-z]{0,4} (?:[^.;]{0,30}?)(?:approval|clearance|nod|marketing authori[sz]ation|CE mark)\b(?! (?:of|for|to) (?:[^.;]{0,30})(?:merger|sale|takeover|acquisition|listing|ipo|build|charter))|now (?:lets|offers|supports)|add(?:s|ed|ing)? (?:[^.;]{0,40})?(?:support|feature|mode|integration|api\b|option|to its (?:app|platform|product|lineup))|reveal(?:s|ed)|take(?:s)? (?:the )?wraps off|make(?:s)? (?:[^.;]{0,40})(?:available|public|free)|(?:is|are) (?:now )?(?:live|available|out)|publish(?:es|ed)|present(?:s|ed)|patent(?:s|ed)|beta)\b`,
    ),
    has: pattern(
      String.raw`^(?:v?\d+(?:\.\d+)+|(?:[a-z\d.]+ ){0,4}(?:is (?:now )?(?:live|available|here|out)|now available|release notes|changelog|beta|general availability))\b`,
    ),
    undergoes: pattern(
      String.raw`(?:introducing|announcing|meet|say hello to|launching|what['’]s new in|new in) (?:the new )?(?:[a-z\d.]+ ){0,2}${SELF}|(?:launch|release|debut|unveiling) of (?:[^.;,]{0,20})${SELF}|(?:${NAME}|regulators?) (?:clears?|cleared|approv(?:es|ed)|green-?lights?) (?:[a-z-]+ ){0,3}${SELF}['’]s? (?!(?:[a-z-]+ ){0,3}(?:sale|merger|takeover|acquisition|purchase|ipo|listing|bankruptcy|plan|restructuring|settlement))`,
    ),
  },
]
