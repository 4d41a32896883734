import { MONEY, NAME } from '../entities.ts'
import { MODIFIER, SELF } from '../marked-text.ts'
import { COMPANY_NOUN, KIND_OF_COMPANY, named, OBJECT, opening, type EventWording } from './event-wording.ts'

export const ACQUISITION: EventWording = {
  event: 'acquisition',
  own: named(
    String.raw`^${SELF} (?:is|are|will be|have been|has been)?\s?(?:[Jj]oin(?:s|ing|ed)?|[Bb]ecoming part of) ${NAME}(?=$|[.,!])`,
  ),
  does: named(
    opening([
      String.raw`fold(?:s|ed|ing)? into (?:[a-z-]+ ){0,2}${NAME}`,
      String.raw`(?:bought|rescued|plucked|saved|lifted) (?:out of|from) (?:administration|bankruptcy|receivership|insolvency|liquidation) by\b`,

      String.raw`(?:find|finds|found|gets?|got) (?:(?:an?|its|new|permanent|safe) ){0,3}(?:home|owner|parent|buyer|saviou?r|white knight) (?:at|in|with|under) (?:[a-z-]+ ){0,3}${NAME}`,
      String.raw`(?:lands?|landed|falls?|fell|ends? up) in(?:to)? the (?:arms|lap|hands) of`,
      String.raw`(?:falls?|fell|goes|went|pass(?:es|ed)) (?:in)?to ${NAME} (?:for|in) [^.;]{0,15}${MONEY}`,

      String.raw`(?:be |being |been |getting )?(?:acquired|bought(?: out)?|purchased|taken over|taken private|snapped up|scooped up|absorbed|acqui-?hired|rescued|saved|gobbled up|swallowed(?: up)?|picked up|hoovered up|bought up)(?= (?:(?:last|this) (?:week|month) |today |on [A-Z][a-z]+ )?(?:by|to|for|in)\b|[.,;]|$)(?! by (?:[a-z-]+ ){0,3}${MONEY})`,
      String.raw`(?:be |being |been )?sold(?= (?:(?:last|this) (?:week|month) |today |off )?(?:to ${NAME}|to an?\b|for ${MONEY}|in an?\b)|[.,;]|$)`,
      String.raw`[Ss]ell(?:s|ing)? (?:itself|to ${NAME}|the (?:company|business)|out\b|for)`,
      'sold (?:itself|to)',
      '(?:accepts?|accepted|receives?|received|draws?|fields?|fielded|gets) (?:an? |[A-Za-z]+ ){0,4}(?:takeover|buyout|acquisition|unsolicited)',
      '(?:ends?|ended|ending) up in [^.;]{0,30}hands',
      'chang(?:es|ed|ing) (?:hands|owners?)',
      '(?!(?:[a-z]+ ){0,4}(?:on|off) sale)(?:a |an |its |[a-z]+ ){0,4}(?:sale|takeover|buyout)(?: (?:to|by|offer|deal|of the company|process)|[.,;]|$)',
      'puts? itself up for sale',
      String.raw`(?:up )?for sale\b`,
      '(?:be |being )?shopped around',
      '(?:be |being )?courted by',
      'draws? (?:takeover )?interest',
      'become(?:s)? (?:a |an )?(?:[a-z]+ ){0,2}(?:part|subsidiary|division|unit) of',
      `(?:a )?part of ${NAME}`,
      String.raw`merg(?:e|es|ed|ing)\b`,
      String.raw`combin(?:e|es|ing)\b(?= (?:with|in|forces|to))`,
      String.raw`(?:[a-z][A-Za-z-]* ){0,4}merger\b`,
      `accept(?:s|ed)? ${NAME}['’]s (?:[a-z]+ ){0,3}(?:offer|bid)`,
      `(?:[Hh]ir|[Tt]ap|[Rr]etain|[Ee]ngag|[Pp]ick)[a-z]{0,4} (?:[a-z]+ ){0,3}${NAME}(?: and ${NAME})? (?:to|for|on) (?:[a-z]+ ){0,4}(?:sale|buyers?|takeover|strategic (?:options|alternatives|review))`,
    ]),
  ),
  has: named(
    String.raw`^(?:[A-Za-z]+ ){0,2}(?:sale to|takeover(?! of)|buyout(?! of)|buyer|acquisition by|merger with|suitor)\b`,
  ),
  undergoes: named(
    String.raw`\b(?:[Ss]coop(?:s|ed)|[Ww]alk(?:s|ed) (?:off|away) with|[Ww](?:ins?|on) (?:the |an? )?(?:race|auction|battle|bidding war) (?:for|to (?:buy|acquire))) ${KIND_OF_COMPANY}${OBJECT}(?= (?:for|in|after|from|with)|$|[,.;])`,
    String.raw`\b(?:[Cc]los|[Cc]omplet|[Ss]eal|[Ww]rap|[Ff]inali[sz])[a-z]{0,4} (?:up )?(?:its |the )?(?:${MONEY} )?(?:${SELF}|${MODIFIER})(?:['’]s)? (?:purchase|acquisition|takeover|buyout)\b`,

    String.raw`\b(?:[Aa]dd|[Ww]elcom|[Bb]ring|[Bb]rought|[Ff]old|[Tt]uck)[a-z]{0,4} ${KIND_OF_COMPANY}${OBJECT} (?:in)?to (?:its|the|their) (?:[a-z]+ ){0,2}(?:stable|fold|family|group|empire|brands)\b`,
    String.raw`\b(?:[Tt]ak(?:e|es|ing)|[Tt]ook|[Bb]uys?|[Bb]ought|[Aa]cquires?|[Aa]cquired|[Ss]naps? up) (?:(?:control|a majority|the whole|all) of|(?:an? |the )?(?:5[1-9]|[6-9]\d|100)(?:\.\d+)?(?:%| percent| per cent)(?: stake)? (?:of|in)) ${KIND_OF_COMPANY}${OBJECT}`,

    String.raw`\b(?:[Aa]cquir(?:e|es|ed|ing)|[Bb]uy(?:s|ing)?(?: out)?|[Bb]ought(?: out| \d+% of)?|[Pp]urchas(?:e|es|ed|ing)|[Tt]ak(?:e|es|ing) (?:over|private)|[Tt]ook over|[Ss]nap(?:s|ped|ping)? up|[Ss]coop(?:s|ed|ing)? up|[Aa]bsorb(?:s|ed|ing)?|[Aa]cqui-?hir(?:e|es|ed|ing)|[Gg]obbl(?:es|ed) up|[Ss]wallow(?:s|ed)|[Gg]ets? (?:its )?hands on|[Pp]ick(?:s|ed)? up|[Ll]ands?|ACQUIRES?) ${KIND_OF_COMPANY}(?:${COMPANY_NOUN} )?${OBJECT}(?! (?:shares|stock|ads|devices|products|subscriptions|licen[cs]es))`,
    String.raw`\b(?:(?:[Aa]cquisition|[Tt]akeover|[Pp]urchase|[Bb]uyout|(?<![Pp]oint of )[Ss]ale|ownership|control) of|(?:ownership|control|majority stake) in) ${KIND_OF_COMPANY}(?:${COMPANY_NOUN} )?${OBJECT}(?! ${NAME})`,
    String.raw`\b(?:[Bb]id|[Oo]ffer|deal|agreement) (?:for|to (?:buy|acquire|take over)) ${KIND_OF_COMPANY}${OBJECT}`,
    String.raw`\b(?:[Ss]ell(?:s|ing)?|[Ss]old|[Oo]ffload(?:s|ed|ing)?|[Dd]ivest(?:s|ed|ing)?) ${KIND_OF_COMPANY}${OBJECT}(?:, [^,;.]{1,80},)?(?: for [^.;,]{0,15}${MONEY})? to (?:${NAME}|(?:[a-z-]+ ){0,4}${COMPANY_NOUN}\b|(?:[a-z-]+ ){1,4}${NAME})`,
    `[Mm]erg(?:e|es|ed|ing|er) (?:with|of) ${OBJECT}`,
    String.raw`\b(?:circl(?:es|ing)|court(?:s|ing)|eye(?:s|ing)|stalk(?:s|ing)|approach(?:es|ed)|swoops? on|pounces? on) ${OBJECT}(?= (?:for|in|with)|[,.;]|$)`,
    String.raw`\b(?:[Hh]ir|[Aa]cqui-?hir|[Aa]cquir|[Bb]uy)(?:e?s|ed|ing) (?:the )?(?:[a-z\d-]+ ){0,4}team (?:behind|of|from|at) ${KIND_OF_COMPANY}${OBJECT}`,
    `${SELF}[–-]${NAME} (?:merger|deal|tie-up)`,
    '(?:purchase|takeover|sale) of the (?:company|studio|business)',
    String.raw`\b(?:[Pp]ay(?:s|ing)?|[Pp]aid|[Ss]hell(?:s|ed|ing)? out|[Ss]plash(?:es|ed|ing)? out|[Ff]orks? (?:out|over)) (?:[a-z]+ ){0,2}${MONEY}(?: in [a-z]+(?: and [a-z]+)?)? for ${KIND_OF_COMPANY}${OBJECT}(?! (?:to|shares|stock))`,
  ),
}
