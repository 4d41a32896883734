import { either } from '../alternatives.ts'
import { NAME, ROLE } from '../entities.ts'
import { SELF } from '../marked-text.ts'
import { KIND_OF_COMPANY, named, OBJECT, opening, type EventWording } from './event-wording.ts'

const HIRES = [
  '[Aa]ppoint(?:s|ed|ing)?',
  '[Nn]am(?:e|es|ed|ing)',
  '(?:[Rr]e-?h|[Hh])ir(?:e|es|ed|ing)',
  '[Tt]ap(?:s|ped|ping)?',
  '[Pp]romot(?:e|es|ed|ing)',
  '[Ww]elcom(?:e|es|ed|ing)',
  '[Rr]ecruit(?:s|ed)',
  '[Pp]oach(?:es|ed)',
  '[Aa]dd(?:s|ed)',
  '[Pp]icks?',
  '[Ii]nstall(?:s|ed)',
  '[Ll]ur(?:es|ed)',
  '[Bb]rings? (?:on|in|aboard)',
  '[Tt]urn(?:s|ed) to',
  '[Ss]nag(?:s|ged)',
  '[Gg]ets',
  '[Ee]levat(?:es|ed)',
  '[Ss]elect(?:s|ed)',
  '[Ee]lect(?:s|ed)',
  '[Ll]and(?:s|ed)',
]

export const ARRIVAL: EventWording = {
  event: 'arrival',
  does: named(
    opening([
      String.raw`(?:[Tt]urn|[Ll]ook|[Rr]each)(?:s|ed|es) to (?:[^.;]{0,40}?)(?:veteran|alum|alumnus|executive|exec|insider|boss) (?:to (?:run|lead|head)|as|for)\b`,

      String.raw`(?:hands?|handed|gives?|gave|passes|passed) (?:the )?(?:reins|keys|wheel|helm|top job|baton|corner office) to (?:[a-z-]+ ){0,3}${NAME}`,
    ]),
    `^[Ii]ntroduc(?:es?|ed|ing) ${NAME} as (?:[^.;]{0,40}?)(?:${ROLE}|board|advis[eo]r)`,
    `^(?:${either(HIRES)} (?:[^.;]{0,80}?)(?:${ROLE}|board|advis[eo]r))`,
  ),
  has: named(
    String.raw`^(?:(?:names|appoints|hires|taps) (?!\d)|(?:[a-z]+ )?(?:new |next |first |incoming )(?:[a-z]+ )?(?:${ROLE}))`,
  ),
  undergoes: named(
    String.raw`(?:${ROLE}|boss|exec|executive|veteran|banker|insider) (?:takes over|took over|takes charge|steps in|takes the (?:helm|reins|wheel)) (?:at|of) ${KIND_OF_COMPANY}${OBJECT}`,

    String.raw`\b(?:[Ll]eav(?:es|ing|e)|[Ll]eft|[Qq]uits?|[Dd]epart(?:s|ed|ing)?) (?:[^.;,]{0,40} )?(?:for|to (?:join|lead|run|head|become (?:[a-z]+ )?(?:${ROLE}) (?:of|at))) ${OBJECT}`,
    `(?:${NAME}),?(?: [^.;]{0,80}?,)? (?:has |have |will |to |been |is )*(?:becom(?:e|es)|became|is|named|appointed|succeeds [^.;]{0,30}as) ${SELF}['’]s (?:[a-z]+ ){0,2}(?:${ROLE})`,
    `(?:${NAME}) (?:is |will )?to (?:${ROLE}|lead|run|head|chair) (?:the )?${OBJECT}`,
    `(?:${NAME}),?(?: [^.;]{0,60}?,)? (?:is |has |will |have |to |was |been )*(?:[Jj]oin(?:s|ed|ing)?|appointed to|named to|[Ll]ands? at|takes? (?:a|the) (?:seat|chair) (?:on|at)|to (?:chair|lead|run|head)|moves? to|heads? to) (?:the )?(?:board of |fintech startup |startup )?(?:${SELF}['’]s board|${OBJECT})`,
    `(?:[Jj]oin(?:s|ed|ing)?) ${OBJECT}(?:['’]s)? (?:board )?as (?:[^.;]{0,30})?(?:${ROLE}|advis[eo]r)`,
    `(?:named|appointed|becomes|is|hired as|joined as|promoted to|new|tapped as|takes over as|as) (?:the )?(?:[a-z]+ )?(?:${ROLE}) (?:of|at) ${OBJECT}`,
    `(?:[Jj]oin(?:s|ed|ing)?) (?:the )?(?:board of (?:directors (?:of|at) )?${KIND_OF_COMPANY}${OBJECT}|${SELF}['’]s board)`,
    `(?:${ROLE}|boss|exec|executive|veteran|banker) (?:joins|lands at|heads to|moves to) ${KIND_OF_COMPANY}${OBJECT}`,
  ),
}
