import { MONEY, NAME, ROLE } from '../entities.ts'
import { SELF } from '../marked-text.ts'
import { KIND_OF_COMPANY, OBJECT, opening, pattern, type EventWording } from './event-wording.ts'

export const LEGAL: EventWording = {
  event: 'legal',
  does: pattern(
    opening([
      String.raw`(?:be |been )?(?:hauled|dragged|taken) (?:in)?to (?:court|tribunal|arbitration)\b`,

      String.raw`in (?:hot water|the dock|the crosshairs|legal trouble)\b`,

      String.raw`sue[sd]?\b`,
      'suing',
      '(?:be |been |being )?(?:sued|fined|charged|indicted|investigated|subpoenaed|accused|ordered to pay|found (?:liable|guilty)|penali[sz]ed|raided|sanctioned)',
      'settl(?:e|es|ed|ing) (?:[^.;]{0,60})?(?:lawsuit|suit|case|charges|claims|dispute|with (?:the )?(?:sec|ftc|doj|regulators?|state))',
      'fac(?:e|es|ed|ing) (?:[^.;]{0,50})?(?:lawsuit|suit|probe|investigation|charges|fine|inquiry|class action|penalty|antitrust|complaint)',
      'fil(?:es|ed|ing) (?:an? )?(?:[^.;]{0,30})?(?:lawsuit|suit|complaint)',
      '(?:wins?|won|loses?|lost) (?:[^.;]{0,40})?(?:lawsuit|court|appeal|patent (?:case|fight|suit|dispute)|ruling|verdict|injunction)',
      'pay(?:s|ing)? (?:[^.;]{0,40})?(?:to settle|fine|penalty|settlement)',
      'under investigation',
      'under (?:[a-z]+ ){0,3}(?:investigation|probe|scrutiny)',
      'hit with (?:[^.;]{0,30})(?:lawsuit|fine|suit|penalty)',
      'agree[sd]? to pay',
      'tak(?:e|es|ing) [^.;]{0,50}to (?:court|arbitration|tribunal)',
      `pay ${MONEY}[^.;]{0,80}(?:court|judge|settle|fine|penalt|regulator|ruling|lawsuit|claims|pollution|violat)`,
      '(?:reach|enter|agree)[a-z]{0,3} (?:[^.;]{0,40}?)(?:resolution|settlement|consent (?:agreement|decree|order))',
      'violated',
      'infring(?:es|ed)',
    ]),
  ),
  has: pattern(
    String.raw`^(?:[a-z-]+ ){0,3}(?:(?:(?:${ROLE}) )?(?:is |was |has been )?(?:charged with|indicted|arrested|convicted|sentenced|found guilty|pleads guilty)|lawsuit|settlement\b|settles|antitrust|fraud (?:case|trial)|investigation|probe|court (?:case|battle|fight)|patent (?:suit|dispute|fight))\b`,
  ),
  undergoes: pattern(
    String.raw`(?:watchdog|regulator|agency|authority|ombudsman|ministry|council|${NAME})s? (?:raps?|rapped|rebukes?|rebuked|censur(?:es|ed)|reprimand(?:s|ed)|scolds?|ticks? off|slaps?|slapped|cautions?|cautioned|admonish(?:es|ed)) (?:down )?${KIND_OF_COMPANY}${OBJECT}`,

    String.raw`\b(?:sue[sd]?|suing|fine[sd]?|fining|charg(?:es|ed|ing)|prob(?:es|ed|ing)|investigat(?:es|ed|ing)|indict(?:s|ed)|accus(?:es|ed|ing)|subpoena(?:s|ed)|penali[sz]e[sd]?|order(?:s|ed)|raid(?:s|ed)|search(?:es|ed)|settl(?:es|ed) with|tak(?:es|ing) (?=\S+ to court)) ${KIND_OF_COMPANY}${SELF}(?!['’]s (?:customer|rival|partner))`,
    `(?:lawsuit|suit|complaint|charges|case|claims?|investigation|probe|inquiry|ruling|injunction|class action|fine|penalty|verdict|judgment|settlement)s? (?:[a-z]+ ){0,3}?(?:against|into|on|of|for|by|with|at) ${KIND_OF_COMPANY}${OBJECT}`,
    `fil(?:es|ed) (?:[^.;]{0,30})against ${OBJECT}`,
    `${ROLE} of ${KIND_OF_COMPANY}${SELF} (?:is |was |has been )?(?:charged|indicted|arrested|sentenced|convicted|sued|pleads|pleaded)`,
    String.raw`\b(?:bars?|barred|bans?|banned) ${KIND_OF_COMPANY}${SELF} from`,
  ),
}
