import { MONEY, NAME } from '../entities.ts'
import { SELF } from '../marked-text.ts'
import { COMPANY_NOUN, KIND_OF_COMPANY, named, OBJECT, opening, type EventWording } from './event-wording.ts'

export const PURCHASE: EventWording = {
  event: 'purchase',
  does: named(
    opening([
      String.raw`(?:[Mm]op(?:s|ped)? up|[Hh]oover(?:s|ed)? up|[Bb]olt(?:s|ed)? on|[Ee]at(?:s|en)? up|[Tt]uck(?:s|ed)? in) (?:[a-z-]+ ){0,3}${NAME}`,
    ]),
    String.raw`^(?:(?:[Cc]los|[Cc]omplet|[Ff]inaliz|[Ss]eal)(?:e|es|ed|s|ing) (?:an? |its |the )?(?:${MONEY} )?(?:[a-z-]+ ){0,2}(?:acquisition|purchase|takeover|buyout) of(?! ${SELF})|[Aa]cquir(?:e|es|ed|ing)|[Bb]uy(?:s|ing)?(?! back)|[Bb]ought(?! back)|[Pp]urchas(?:e|es|ed|ing)|[Tt]ak(?:e|es|ing) over|[Tt]ook over|[Ss]nap(?:s|ped|ping)? up|[Ss]coop(?:s|ed|ing)? up|[Aa]bsorb(?:s|ed)|[Aa]cqui-?hir(?:es|ed)|[Ss]wallow(?:s|ed)?(?: up)?|[Gg]obbl(?:e|es|ed) up|[Pp]ick(?:s|ed)? up|(?:[Tt]ak|[Bb]uy|[Aa]cquir|[Bb]ought|[Tt]ook)[a-z]{0,3} (?:an? )?(?:\d+% |majority |controlling |minority )?stake in|[Gg]ets? (?:its )?hands on|[Mm](?:ake|akes|ade|aking) (?:its |our |the )?(?:first|second|third|fourth|fifth|latest|biggest|largest|next) (?:acquisition|purchase)(?: of)?:?|[Aa]dds? [^.;]{0,40}with (?:the )?(?:purchase|acquisition) of|(?:[Aa]nnounc|[Cc]omplet|[Cc]los)(?:e|es|ed|ing) (?:its |the |an? |our )?(?:[a-z]+ ){0,2}(?:acquisition|purchase|takeover|buyout) of|[Ff]inali[sz](?:es|ed) (?:its |the )?(?:acquisition|purchase) of|(?:an? |the )?(?:acquisition|takeover|purchase) of|(?:an? )?deal (?:for|to (?:buy|acquire))) (?!out |by )(?:(?:(?:the |most of |some of )?(?:what['’]s left of|what remains of|assets of|remains of|stock of) )?${KIND_OF_COMPANY}(?![^.;,]{0,40}(?:award|prize|medal|honou?rs?)\b)(?:${COMPANY_NOUN}\b|${NAME}))`,
  ),
  has: named(`^(?:[A-Za-z]+ ){0,2}(?:acquisition|takeover|purchase) of (?!${SELF})`),
  undergoes: named(
    `(?:acquired|bought(?: out)?|purchased|snapped up|taken over|absorbed) by ${KIND_OF_COMPANY}${OBJECT}`,
    `(?:sells?|sold|selling|sale|offloads?|offloaded|divests?|divested|hives? off|hived off) (?:[^.;]{0,90}) ?to ${KIND_OF_COMPANY}${OBJECT}`,
    `(?:joins?|joining|joined|part of) ${OBJECT} (?:in|through|via|as part of) (?:an? )?(?:[a-z]+ )?acqui`,
  ),
}
