import { either } from '../alternatives.ts'
import { NAME, ROLE } from '../entities.ts'
import { MODIFIER, SELF } from '../marked-text.ts'
import { named, opening, pattern, type EventWording } from './event-wording.ts'

const LEAVES = [
  'wants out',
  String.raw`exit\b`,
  String.raw`departure\b`,
  'steps?',
  'stepped',
  'stepping',
  'resign(?:s|ed|ing)?',
  'leav(?:e|es|ing)',
  'left',
  'depart(?:s|ed|ing)?',
  'retir(?:e|es|ed|ing)',
  'exits?',
  'exited',
  'exiting',
  String.raw`out\b`,
  'ousted',
  'fired',
  'quits?',
  'quit',
  'hand(?:s|ed|ing) (?:over|off|in)',
  'bow(?:s|ed|ing) out',
  'call(?:s|ed|ing) (?:time|it a day|it quits)',
  'hang(?:s|ing)? up',
  'clear(?:s|ed|ing) (?:his|her|their) desk',
  'bids? farewell',
  'shown the door',
  'wav(?:es|ed|ing) goodbye',
  '(?:forced|pushed) out',
  'walks? (?:away|out)',
  'off(?=$|[,.;])',
  'say(?:s|ing) goodbye',
  'off to',
  'mov(?:es|ed|ing) on',
  'transition(?:s|ed|ing) (?:out|away|to)',
  'removed',
  'dismissed',
  'jumps?',
  `(?:joins?|(?:returns?|heads?|defects?|decamps?) to) ${NAME}`,
  'steps? aside',
  'dies',
  'died',
  'has died',
  'pass(?:es|ed) away',
]

export const DEPARTURE: EventWording = {
  event: 'departure',
  own: pattern(
    String.raw`\bI(?:['’]m| am|['’]ve| have| will|['’]ll)? (?:[a-z]+ ){0,4}?(?:step(?:ping|ped)? (?:down|back|aside|away)|leav(?:e|ing)\b|mov(?:e|ing) on\b|hand(?:ing)? over|resign[a-z]*|retir[a-z]*|pass(?:ing)? (?:on )?the (?:torch|baton|reins))`,
    'release me from',
    'my last (?:day|week)',
    'my (?:departure|resignation|successor)',
    `will be (?:leaving|moving on from) (?:us|${SELF})`,
  ),
  does: named(
    opening([
      String.raw`(?:shows?|showed|showing) (?:its |the |${SELF}['’]s )?(?:[a-z]+ )?(?:${ROLE}|${NAME}) the door`,
      String.raw`(?:hands?|handed|gives?|gave) (?:its |the |${SELF}['’]s )?(?:[a-z]+ )?(?:${ROLE}|${NAME}) (?:(?:his|her|their) )?(?:marching orders|notice|papers)`,
      String.raw`(?:sees?|saw) (?:its |the |${SELF}['’]s )?(?:[a-z]+ )?(?:${ROLE}|${NAME}) (?:leave|go|walk|exit|depart)\b`,

      `parts? (?:ways|company) with (?:its |the )?(?:${ROLE}|${NAME})`,
      `(?:plans? to |to )?(?:fires?|fired|ousts?|ousted|removes?|removed|sacks?|sacked|loses?|lost|losing|(?:push|forc)(?:e[sd]?|es|ed|ing) out|replac(?:es|ed|ing)|dismiss(?:es|ed)|suspend(?:s|ed)) (?:its |the |${SELF}['’]s )?(?:[a-z]+ )?(?:${ROLE}|${NAME}(?! (?:[a-z]+ )?(?:contract|deal|order|account|business|customer|case|appeal|lawsuit|suit|bid|vote|market)))`,
    ]),
  ),
  has: named(
    String.raw`^(?:['’]s )?(?:[a-z-]+ ){0,3}(?:${ROLE}),?(?: (?:and (?:${ROLE}) )?${NAME})?,?(?: [^.;,]{0,40},)? ?(?:is |has |will |to |who |are |been |also |abruptly |suddenly |reportedly |plans to |planning |an |said |told [A-Za-z]+ (?:he |she |they )?|set to |be |(?:she|he|they) (?:is|was|will|are) )*${either(LEAVES)}`,
  ),
  undergoes: named(
    String.raw`\b(?:[Ss]tep(?:s|ped|ping)? (?:down|aside|back)|[Rr]esign(?:s|ed|ing)?|[Rr]etir(?:es?|ed|ing)|[Dd]epart(?:s|ed|ing)?|[Ll]eav(?:es|ing|e)|[Ll]eft|[Qq]uits?|[Oo]usted|[Ff]ired|[Rr]emoved|[Hh]anding over|[Hh]ands over (?:the )?(?:keys|reins)|[Bb]ow(?:s|ed|ing) out|[Ee]xits?) (?:at |as |from |his |her |their |the |role |post |position |of )*(?:(?:as )?(?:[a-z]+ )?(?:${ROLE}) )?(?:of |at |from |to )?(?:${SELF}(?!['’]s| (?:stake|holding|investment|shares|position|board seat))|${MODIFIER})`,
    `[Dd]epart(?:ure|ing) of ${SELF}['’]s`,
    `(?:${NAME}),? (?:the |who is |${SELF}['’]s |a )?(?:[a-z-]+ )?(?:${ROLE}) (?:of |at )${SELF},? (?:is |has |will |to |been )*(?:step|resign|leav|left|depart|retir|exit|quit|oust|fired|hand|mov)`,
    `(?:[Ee]xit at ${SELF}|stepping down|leaving(?! (?:${NAME} )?to )|moving on|stepping back|handing over|last day)[^.;]{0,40}(?:as |from |of |at )(?:[a-z]+ )?(?:${ROLE}|${SELF})`,
    `(?:[Hh]ires?|[Hh]ired|[Pp]oach(?:es|ed)|[Tt]aps?|[Ll]ures?|[Nn]ames?|[Aa]ppoints?|[Ss]nags?|[Ss]natch(?:es|ed)|[Nn]abs?|[Ll]ands|[Rr]ecruits?|[Ss]teals?|[Ss]tole|[Ww]oos?) (?:away )?(?:${SELF}['’]s|${MODIFIER}['’]?s?|${SELF}) (?:[a-z-]+ )?(?:${ROLE})`,
  ),
}
