import { NAME, nameAt, type Entities } from './entities.ts'
import { DESCRIPTION, NAMES } from './investors.ts'
import { createMarker, MODIFIER, SELF, type Company, type Item, type MarkedSentence } from './marked-text.ts'

export type Relation = { name: string; role: 'rival' | 'spin-off' }

const RIVALS = String.raw`(?:rivals?|competitors?)`
const LISTED = String.raw`(?:,? (?:include[sd]?|including|such as|like|are|is|being))?:? `
const COMPETE = String.raw`(?:compet(?:e|es|ed|ing)|v(?:ie|ies|ied|ying)|up)`
const SPIN_OFF = String.raw`(?:spin-?(?:off|out)s?|spun (?:off|out))`
/** A short gap within one clause, with no other name in it. */
const NEAR = String.raw`[^.;:,${NAME.slice(1, -1)}]{0,80}`

/** "Its" refers to whoever was named last. */
const OWN = String.raw`(?:(?<!${NAME}.*)${SELF}['’]s|(?:^|${SELF})${NEAR}\b(?:[Ii]ts|[Oo]ur))`
const SPINS = String.raw`(?:spins?|spun|spinning)(?! (?:off|out) (?:of|from))`

const WORDED: Record<Relation['role'], RegExp[]> = {
  rival: [
    String.raw`${SELF}${NEAR} ${COMPETE} (?:[a-z]+ ){0,4}(?:with|against) (?<names>${NAMES})`,
    String.raw`${OWN} (?:[a-z-]+ ){0,3}${RIVALS}${LISTED}(?<names>${NAMES})`,
    String.raw`(?<!${NAME}.*)${SELF}${NEAR} ${RIVALS} (?<names>${NAMES})`,
    String.raw`${MODIFIER} (?:[a-z-]+ ){0,2}${RIVALS}${LISTED}(?<names>${NAMES})`,
    String.raw`(?<names>${NAME}),? (?:an?|the|another) (?:[a-z-]+ ){0,2}(?:${MODIFIER} ${RIVALS}|${RIVALS} (?:of|to) ${SELF})`,
    String.raw`(?<names>${NAMES}),? (?:which |who |also |all |both )*compet(?:e|es|ed|ing) (?:[a-z]+ ){0,3}(?:with|against) ${SELF}`,
  ].map((source) => new RegExp(source)),
  'spin-off': [
    String.raw`${SELF}${NEAR} ${SPINS}(?: off| out)?\b[^.;]{0,80}? (?:as|called|named|into|to form|to create) ${DESCRIPTION}(?<names>${NAME})`,
    String.raw`${SELF}${NEAR} ${SPINS} (?:off|out) ${DESCRIPTION}(?<names>${NAME})`,
    String.raw`(?<names>${NAME}),? (?:which |that |is |was |has been |were )*(?:an? |the )?(?:[a-z-]+ ){0,2}${SPIN_OFF} (?:of|from|by) ${SELF}`,
    String.raw`(?:${MODIFIER}|${OWN}) (?:[a-z-]+ )?${SPIN_OFF} (?<names>${NAME})`,
  ].map((source) => new RegExp(source)),
}

const ANY_NAME = new RegExp(NAME, 'g')
const RELATED = /rival|compet|\bv(?:ie|ies|ied|ying)\b|spin|spun/i
const DENIED = /\b(?:den(?:y|ies|ied)|no longer|never|not|n['’]t)\b/

/** Other companies that an article relates to this one: "its rivals Alder and Birch", "Voltmoor, spun out of Cedar". */
export function createRelationReader(company: Company): (item: Item) => Relation[] {
  const mark = createMarker(company)
  return (item) => {
    const found = mark(item).filter(isAboutBoth).flatMap(relationsIn)
    return [...new Map(found.map((relation) => [`${relation.role} ${relation.name}`, relation])).values()]
  }
}

const isAboutBoth = ({ marked, quoted, topic }: MarkedSentence) =>
  RELATED.test(quoted) &&
  !DENIED.test(quoted) &&
  (topic === 'self' || marked.includes(SELF) || marked.includes(MODIFIER))

function relationsIn({ marked, entities }: MarkedSentence): Relation[] {
  for (const role of ['spin-off', 'rival'] as const)
    for (const pattern of WORDED[role]) {
      const { names } = pattern.exec(marked)?.groups ?? {}
      if (names) return namesIn(names, entities).map((name) => ({ name, role }))
    }
  return []
}

const namesIn = (written: string, entities: Entities) =>
  [...written.matchAll(ANY_NAME)].map(([token]) => nameAt(token, entities)).filter((name) => name !== '')
