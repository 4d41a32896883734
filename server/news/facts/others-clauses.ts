import { NAME, nameAt, type Entities } from './entities.ts'
import { SELF } from './marked-text.ts'
import { isPerson } from './people.ts'
import { frequencyOf } from '../text/frequencies.ts'
import { fold } from '../text/words.ts'

type Text = { marked: string; entities: Entities }

const ACTS = String.raw`(?:[a-z]+(?:s|ed)|began|bought|cut|did|fell|filed|got|grew|had|has|have|hit|is|laid|left|let|lost|made|met|owes|paid|put|rose|sold|shed|shut|spent|took|was|were|went|will|won|would)`
const LEADING = String.raw`^(?:["“])?(?:[A-Za-z][A-Za-z'’-]*,? ){0,5}?`
/** "Birch, a larger mapping company, let 230 people go", "Birch's parent, Cedar Foods, did …" */
const SUBJECT = new RegExp(
  String.raw`${LEADING}(${NAME})(?:['’]s?(?: [A-Za-z-]+| ${NAME}){1,4}?)?(?: \([^)]{1,60}\))?(?:, [^,;.]{1,100},)?(?: and ${NAME})? (?:also |both |each |recently |once )?${ACTS}\b`,
)
const CLAUSE = /(?:; |,? (?:while|whereas|although|though) |, (?:and|but|as) )/g

/** The other company that a clause or sentence is about, or null. */
export function otherSubjectOf({ marked, entities }: Text): string | null {
  const [clause, token = ''] = SUBJECT.exec(marked) ?? []
  if (clause === undefined || clause.includes(SELF)) return null
  const name = nameAt(token, entities)
  return isKnownPerson(name) ? null : name
}

/** "Royal Match" looks like a person's name, too. */
export const isKnownPerson = (name: string) =>
  isPerson(name) && frequencyOf(fold(name.split(' ')[0] ?? ''))?.is.person === true

/** Blanks what another company did: "Birch laid off 115 people last week, and Acme is hiring". */
export function withoutOthersClauses({ marked, entities }: Text): string {
  const ends = [...marked.matchAll(CLAUSE)].map(({ index, 0: link }) => index + link.length)
  if (ends.length === 0 || !marked.includes(SELF)) return marked
  return [0, ...ends]
    .map((start, at) => marked.slice(start, ends[at]))
    .map((clause) =>
      !clause.includes(SELF) && otherSubjectOf({ marked: clause, entities }) !== null
        ? ' '.repeat(clause.length)
        : clause,
    )
    .join('')
}

const RELATIONS =
  '(?:supplier|vendor|customer|client|rival|competitor|partner|landlord|distributor|contractor|lender|reseller)'
const OF_RELATION = new RegExp(
  String.raw`\b(?:as|after|when|because|since|once) (?:(?:its|an?|the|their|${SELF}['’]s|key|main|[a-z-]+) ){0,4}?${RELATIONS}(?:,? ${NAME},?)? (?:has |had |was |is )?${ACTS}\b[^,;.]*`,
  'g',
)

/** Blanks why something happened: "Acme pauses orders after its supplier filed for bankruptcy". */
export const withoutRelations = (marked: string) =>
  marked.replaceAll(OF_RELATION, (clause) => ' '.repeat(clause.length))
