import { MONEY, NAME } from '../entities.ts'
import { SELF } from '../marked-text.ts'
import { KIND_OF_COMPANY, OBJECT, opening, pattern, type EventWording } from './event-wording.ts'

const VENUE = String.raw`(?:nasdaq|nyse|new york stock exchange|london stock exchange|euronext|stock (?:market|exchange)|public markets?|aim\b|tsx|asx)`

export const IPO: EventWording = {
  event: 'ipo',
  does: pattern(
    opening([
      String.raw`read(?:y|ies|ied|ying) (?:[^.;]{0,30}?)(?:float|flotation|listing|ipo)\b`,

      String.raw`mak(?:es?|ing) (?:its |a )?(?:bow|entrance|first appearance) on (?:the )?(?:${VENUE}|${NAME})`,
      String.raw`(?:lines?|lined|lining|gears?|readies|preps?) up (?:[^.;]{0,30}?)(?:float|flotation|listing|ipo)\b`,
      String.raw`(?:picks?|picked|choos(?:es|ing)|chose|opts? for|snubs?|shuns?) (?:[^.;]{0,40}?) for (?:its |a |an )?(?:[a-z\d-]+ ){0,2}(?:float|flotation|listing|ipo)\b`,
      String.raw`heads? for the (?:stock market|public markets?|bourse)`,

      'go(?:es|ing)? public',
      'went public',
      'fil(?:es?|ed|ing) (?:confidentially |paperwork |publicly )*(?:for|to|its|an?|with the sec for) (?:an? |its )?(?:[a-z]+ ){0,3}(?:ipo|initial public offering|go public|list|s-1)',
      'pric(?:e|es|ed|ing) (?:its |shares|an? )(?:[^.;]{0,20})?(?:ipo|initial public offering)?',
      '(?:ring(?:s|ing)|rang) the (?:opening )?bell',
      'float(?:s|ed|ing)? (?:on|in)',
      `join(?:s|ed|ing)? (?:the )?${VENUE}`,
      'gets? (?:the )?(?:green light|go-ahead|approval) for (?:[^.;]{0,20})(?:listing|ipo|float)',
      'sound(?:s|ed|ing)? out banks',
      `list(?:s|ed|ing)? (?:[^.;]{0,30})?(?:on|in|via) (?:the )?(?:${VENUE}|spac)`,
      `debut(?:s|ed|ing)? on (?:the )?${VENUE}`,
      '(?:pick|hir|tap|choos|select|nam)[a-z]{0,4} (?:[^.;]{0,60}?)(?:listing|ipo|initial public offering|flotation)',
      '(?:chosen|picked|hired|tapped|selected) [^.;]{0,80}(?:ipo|initial public offering|listing)',
      String.raw`(?:[a-z]+ ){0,4}(?:ipo|initial public offering|public listing|direct listing|stock market listing)\b`,
      'make(?:s)? (?:its )?(?:market|stock|wall street) debut',
      '(?:start(?:s|ed)?|beg[ai]ns?) trading',
      '(?:ris|jump|soar|surg|fall|drop|pop|climb|clos|open|trad)[a-z]{0,4} [^.;]{0,30}(?:debut|first day of trading|ipo)',
      'files? (?:publicly|confidentially) for',
    ]),
  ),
  has: pattern(
    String.raw`^(?:(?:[a-z]+|${MONEY}) ){0,3}(?:ipo|initial public offering|s-1|stock market debut|public listing|shares (?:jump|soar|surge|fall|slide|pop|start(?:ed)? trading|beg[ai]n trading))\b`,
  ),
  undergoes: pattern(
    `(?:ipo|initial public offering|public offering|listing|market debut) (?:of|for|by) ${OBJECT}`,
    `shares (?:of|in) ${KIND_OF_COMPANY}${SELF} [^.;]{0,60}(?:debut|first day|trading|listing)`,
  ),
}
