import { MODIFIER, SELF } from '../marked-text.ts'
import { COUNT, opening, pattern, type EventWording } from './event-wording.ts'

const STAFF = String.raw`(?:staff(?:ers)?|jobs|roles|positions|posts|workers|employees|people|workforce|payroll|headcount|team|colleagues|teammates|engineers)`

/** Drivers and editors lose their jobs; customers and sensors don't have any. */
const AGENTS = String.raw`(?!(?:backers|chargers|colors|colours|computers|containers|customers|doors|errors|floors|followers|investors|layers|letters|matters|members|mirrors|monitors|motors|numbers|offers|orders|others|papers|partners|reactors|rotors|scooters|sensors|servers|subscribers|suppliers|trailers|users)\b)[a-z]{2,}(?:ers|ors|ists|ians)`
const SOME = String.raw`(?:(?:about|around|nearly|some|another|up to|as many as|more than|all|the|its) ){0,2}(?:${COUNT}|two|three|four|five|six|seven|eight|nine|eleven|twelve|fifteen)`

export const LAYOFFS: EventWording = {
  event: 'layoffs',
  own: pattern(
    '(?:roles|jobs|positions) (?:will |are |have |be |been )*(?:come to an end|coming to an end|eliminated|cut|lost|going away|made redundant)',
    String.raw`(?:colleagues|teammates|people|of us) (?:will be |are |is )(?:leaving|going)\b`,
    `${SELF} (?:are|is) (?:also )?(?:becoming|now) a (?:much )?smaller (?:team|company)`,
    'hard(?:est)? (?:day|news|decision)[^.;]{0,60}(?:team|people)',
  ),
  does: pattern(
    opening([
      String.raw`(?:show|send|sent|tell|told|ask)[a-z]{0,3} ${SOME} (?:of (?:its|the|their) )?(?:[a-z]+ ){0,3}?(?:the door|home for good|packing|to (?:leave|go))\b`,
      String.raw`(?:part(?:s|ing|ed)? (?:ways |company )?with|drop(?:s|ped|ping)?|axe[sd]?|sack(?:s|ed|ing)?|sheds?|cuts?) (?:[a-z]+ [a-z]+ and )?${SOME}(?: ?%| percent)? (?:of (?:its|the|their) )?(?:[a-z]+ ){0,2}?${AGENTS}\b`,

      'la(?:y|ys|ying|id) off',
      String.raw`(?:axe|axes|axing|shed|sheds|cut|cuts) (?:as many as |up to |about |around |nearly |some |another )?\d[\d,]* (?:[a-z]+ees|people|staff|jobs|roles|posts)\b`,
      '(?:slim|thin)(?:s|ning|ming)? (?:down|its ranks)',
      String.raw`(?:cut|cuts|cutting|slash|slashes|slashed|slashing|shed|sheds|shedding|axe[sd]?|axing|trim|trims|trimmed|eliminat(?:e|es|ed|ing)|reduc(?:e|es|ed|ing)|shrink(?:s|ing)?) (?:[a-z\d%,.’'${SELF}-]+ ){0,7}?(?:staff|jobs|workforce|headcount|employees|workers|positions|roles|team|people|company by|teammates|colleagues)\b`,
      String.raw`let(?:s|ting)? (?:[a-z\d%,-]+ ){1,6}go\b`,
      'let(?:s|ting)? go (?:of )?',
      'part(?:s|ing|ed)? ways with (?:[^.;]{0,40})(?:%|percent|people|staff|team|employees|colleagues|roles|of us)',
      `say(?:s|ing)? goodbye to (?:[^.;]{0,40})(?:%|people|teammates|colleagues|employees|staff|of ${SELF})`,
      'make(?:s)? (?:[^.;]{0,30})redundant',
      'downsiz(?:e|es|ed|ing)',
      String.raw`dismiss(?:es|ed|ing)? (?:[\d%,]+)`,
      'furlough(?:s|ed|ing)?',
      String.raw`fir(?:es|ed|ing) (?:\d+|half|a third)`,
      '(?:[a-z]+ ){0,4}(?:layoffs|job cuts|redundancies|reduction in force)',
    ]),
  ),
  has: pattern(String.raw`^(?:[a-z]+ ){0,2}(?:layoffs?|job cuts|redundancies|workforce reduction|staff cuts)\b`),
  undergoes: pattern(
    String.raw`\b(?:${COUNT}|\d+(?:%| percent| per cent)|a third|half|a quarter|a fifth) of (?:${SELF}|${MODIFIER})(?:['’]s)? (?:[\d,]+ )?${STAFF}\b[^.;]{0,40}?\b(?:go|going|gone|out|laid off|cut|axed|let go|lose|leave|the door|redundant)\b`,

    `(?:layoffs|job cuts|job losses|redundancies|pink slips) (?:hit |at |for |strike |come to )(?:[a-z][a-z-]* ){0,4}${SELF}`,
    `(?:reduction|reducing|smaller|reduce) (?:in |of )?(?:the size of )?${SELF}['’]s (?:team|workforce|staff|headcount)`,
    `(?:people|employees|workers|staff|teammates|colleagues) (?:[^.;]{0,30})(?:will be |are |is |be )?(?:leav(?:e|ing)(?![^.;]{0,30}\\bto (?:start|found|launch|join|build)\\b)|losing their jobs|laid off|let go)[^.;]{0,30}${SELF}`,
    `${SELF}['’]s (?:team|workforce|staff|headcount)[^.;]{0,40}(?:smaller|shrink|reduced|fewer)`,
    String.raw`(?:\d+%|percent|\d+) of ${SELF}['’]s (?:team|people|staff|colleagues|teammates|employees)[^.;]{0,40}(?:leav|go|affected|impacted|laid)`,
  ),
}
