import { hasCompanyWord } from '../../text/company-words.ts'
import { frequencyOf } from '../../text/frequencies.ts'
import { fold } from '../../text/words.ts'
import { words } from './alternatives.ts'
import { NAME, nameAt, ROLE, roleAt, type Entities } from './entities.ts'
import type { Claim } from '../check.ts'

type Text = { text: string; entities: Entities; isTitle: boolean; isOwn: boolean }
type Found = { name: string; role: string | undefined }

const MAX_PEOPLE = 4
const ANY_NAME = new RegExp(NAME, 'g')

export const isPerson = (name: string) =>
  /^\p{Lu}[\p{L}’'.-]*(?: \p{Lu}\.)?(?: (?:de|van|von|der|bin|al))?(?: \p{Lu}[\p{L}’'-]+){1,2}$/u.test(name) &&
  !hasCompanyWord(name)

/** "Royal Match" looks like a person's name, too. */
export const isKnownPerson = (name: string) =>
  isPerson(name) && frequencyOf(fold(name.split(' ')[0] ?? ''))?.is.person === true

const LEAVES =
  /\b(?:step(?:s|ped|ping)? (?:down|aside|back|away)|st(?:and(?:s|ing)?|ood) down|resign(?:s|ed|ing|ation)?|leav(?:es?|ing)|left|depart(?:s|ed|ing|ure)?|exit(?:s|ed|ing)?|quit(?:s|ting)?|retir(?:es?|ed|ing|ement)|bow(?:s|ed|ing) out|mov(?:es|ed|ing|e) on|hand(?:s|ed|ing)? (?:over|off|in)|out (?:at|as|of)|wants out|last day|papers|intends to go|to go\b|(?:not|n[’']t) return|call(?:s|ed|ing) time|relinquish(?:es|ed|ing)?|vacat(?:es|ed|ing)|let go|bids? (?:farewell|adieu)|(?:says?|said|waves?|waved|saying) (?:goodbye|farewell)|walk(?:s|ed|ing)? (?:out|away)|hang(?:s|ing)? up|hung up|clear(?:s|ed|ing)? (?:his|her|their) desk|pass(?:es|ed|ing)? (?:on )?the (?:baton|torch|reins)|turn(?:s|ed)? the page|jump(?:s|ed)? ship|is off to|sign(?:s|ed|ing)? off|shown the door|marching orders|relieved of|call(?:s|ed|ing)? it a day|takes? (?:her|his|their) leave|head(?:s|ed|ing)? for the (?:exit|door)|trades? \uE000 for|swaps? \uE000 for|sever(?:s|ed) ties|oust(?:ed)?|fired|sacked|dismissed|removed|replaced|voted out|(?:forced|pushed) out|planning exit|exit)\b/gi
const OUSTS =
  /\b(?:oust(?:s|ed|ing)?|fir(?:es|ed|ing)|remov(?:es|ed|ing)|sack(?:s|ed|ing)?|dismiss(?:es|ed|ing)?|los(?:es?|t|ing)|push(?:es|ed|ing) out|forc(?:es|ed|ing) out|part(?:s|ed|ing)? (?:ways|company) with|goodbye to|farewell to|replac(?:es|ed|ing)|departure of|exit of|resignation of|retirement of)\b/gi
/** Someone who takes over or joins isn't leaving. */
const NOT_LEAVING =
  /(?:succeed(?:s|ed)?|replac(?:es|ed|ing)|take(?:s|n)? (?:over|charge|the (?:wheel|helm|reins|job))|runs the|has the job|join(?:s|ed)?|appointed|named|promoted|interim)\b/i
const HIRES = new RegExp(
  words([
    'appoint(?:s|ed|ing|ment of)?',
    'nam(?:es?|ed|ing)',
    '(?:re-?)?hir(?:es?|ed|ing)',
    'tap(?:s|ped|ping)?',
    'promot(?:es?|ed|ing|ion of)',
    'welcom(?:es?|ed|ing)',
    'recruit(?:s|ed|ing)?',
    'poach(?:es|ed|ing)?',
    'add(?:s|ed|ing)?',
    'pick(?:s|ed)?',
    'install(?:s|ed|ing)?',
    'lur(?:es|ed|ing)',
    'br(?:ings?|ought|inging) (?:in|on|aboard|back)',
    'turn(?:s|ed) to',
    'snag(?:s|ged)',
    'elevat(?:es|ed|ing)',
    'select(?:s|ed)',
    'elect(?:s|ed)',
    'land(?:s|ed)',
    'sign(?:s|ed)',
    'introduc(?:es?|ing)',
    'arrival of',
    'hire of',
    'confirm(?:s|ed)',
    'crown(?:s|ed)',
    'anoint(?:s|ed)',
  ]),
  'gi',
)
const COMES = new RegExp(
  words([
    'join(?:s|ed|ing)?',
    'becom(?:es?|ing)',
    'became',
    'take(?:s|n)? (?:over|up|charge|(?:the|an?) (?:helm|reins|job|post|role|seat|chair))',
    'appointed',
    'named',
    'elected',
    'hired',
    'promoted',
    'recruited',
    'poached',
    'tapped',
    'chosen',
    'installed',
    'brought (?:in|on|aboard)',
    String.raw`is(?= \S+['’]s new)`,
    String.raw`(?:gets?|got|lands?|landed|handed|wins?|won|takes?|took) the\b`,
    'confirmed as',
    String.raw`to (?:lead|run|head|chair)\b`,
    String.raw`to(?= [\uE300-\uE3FF])`,
    'land(?:s|ed) at',
    'start(?:s|ed|ing)? (?:as|in|on|work)',
    'mov(?:es|ed|ing) to',
    'step(?:s|ped|ping)? (?:up|in)',
    'succeed(?:s|ed|ing)?',
    'replac(?:es|ed|ing)',
    'return(?:s|ed|ing)',
    'heads? to',
    'will (?:lead|run|head|serve)',
  ]),
  'gi',
)

/** Who joins or leaves, and in what role; name and role may be in different sentences about the event. */
export function peopleIn(sentences: Text[], kind: 'joins' | 'leaves'): Claim[] {
  const found = new Map<string, Found>()
  for (const sentence of sentences)
    for (const { at, name } of kind === 'leaves' ? leaversIn(sentence) : newcomersIn(sentence)) {
      const known = found.get(name)
      if (!known && found.size >= MAX_PEOPLE) continue
      const role = roleOf(sentence, at, kind)
      // "co-founder" in the title may be "co-founder and chief scientist" in the text.
      const isFuller = role !== undefined && role.startsWith(known?.role ?? role)
      found.set(name, { name, role: isFuller ? role : known?.role })
    }
  if (kind === 'leaves' && found.size === 0) addOnlyOne(sentences, found)
  return [...found.values()].flatMap(({ name, role }): Claim[] => {
    const named = sentences.filter(({ entities }) => entities.names.includes(name))
    const seat = (of: Text[]) => (kind === 'joins' ? seatIn(of) : undefined)
    const written = role ?? seat(named) ?? looseRole(sentences, kind) ?? seat(sentences)
    return written === undefined ? [] : [{ kind, name, role: written }]
  })
}

const seatIn = (sentences: Text[]) => (sentences.some(({ text }) => /\bboard\b/i.test(text)) ? 'board' : undefined)

type Place = { at: number; name: string }

const peopleOf = ({ text, entities }: Text): Place[] =>
  [...text.matchAll(ANY_NAME)].flatMap(({ 0: token, index }) => {
    const name = nameAt(token, entities)
    const isOwner = POSSESSIVE.test(text.slice(index + 1))
    return isPerson(name) && !isOwner ? [{ at: index, name }] : []
  })

/** "Linden Bank's Grace Whitcombe" */
const POSSESSIVE = new RegExp(String.raw`^['’]s? ${NAME}`)

const REACH = 110

function leaversIn(sentence: Text): Place[] {
  const { text } = sentence
  const people = peopleOf(sentence)
  const subjects = [...text.matchAll(LEAVES)].flatMap(({ index }) => {
    const before = people.findLast(({ at }) => at < index)
    const between = before ? text.slice(before.at, index) : ''
    return before && isOneClause(between) && !NOT_LEAVING.test(between) ? [before] : []
  })
  const objects = [...text.matchAll(OUSTS)].flatMap(({ 0: verb, index }) => {
    const after = people.find(({ at }) => at > index)
    return after && isClose(text.slice(index + verb.length, after.at)) ? [after] : []
  })
  return unique([...objects, ...subjects])
}

function newcomersIn(sentence: Text): Place[] {
  const { text } = sentence
  const people = peopleOf(sentence)
  const objects = [...text.matchAll(HIRES)].flatMap(({ 0: verb, index }) => {
    const after = people.find(({ at }) => at > index)
    return after && isClose(text.slice(index + verb.length, after.at)) ? [after] : []
  })
  const subjects = [...text.matchAll(COMES)].flatMap(({ index }) => {
    const before = people.filter(({ at }) => at < index)
    const last = before.at(-1)
    const between = last ? text.slice(last.at, index) : ''
    if (!last || !isOneClause(between)) return []
    // "Ulf Steiner and investor Paula Menezes have joined"
    const other = before.at(-2)
    return other && /^. and [\p{Ll} ]*$/u.test(text.slice(other.at, last.at)) ? [other, last] : [last]
  })
  return unique([...objects, ...subjects])
}

const unique = (places: Place[]) => [...new Map(places.map((place) => [place.name, place])).values()]
const isOneClause = (between: string) => between.length <= REACH && !/[;:.]|, (?:and|but|while|as) /.test(between)
/** Words between a verb and its object: "its finance chief", "veteran operator". */
const isClose = (between: string) =>
  between.length <= 60 && !/[;:.,]| (?:after|as|to|for|by|while|when|amid) /.test(between)

const FORMER =
  /\b(?:former|ex-?|formerly|previous(?:ly)?|longtime|then|outgoing|once|was(?! (?:confirmed|named|appointed|promoted|installed|made|elected|hired) )|served as|worked as|years (?:as )?|from)[\s-](?:[\p{L}'’\uE000\uE001-]+ ){0,3}$/iu
const ELSEWHERE = new RegExp(
  String.raw`^ (?:of|at|for) (?:the )?(?:${NAME}|(?:[a-z]+ ){1,3}(?:office|centre|center|bank|group|agency))`,
)
const ROLES = new RegExp(String.raw`(?:(?:independent|non-executive) )?(${ROLE})`, 'g')

/** The role that the sentence ties to the person at `at`. */
function roleOf({ text, entities }: Text, at: number, kind: 'joins' | 'leaves'): string | undefined {
  const [, direct] = new RegExp(String.raw`(${ROLE}),? $`).exec(text.slice(0, at)) ?? []
  const isFormer = direct !== undefined && FORMER.test(text.slice(0, at - 2).replace(/.,?$/u, ''))
  const after = rolesAfter(text, at)
  const [, left] = kind === 'leaves' ? (LEAVES_AS.exec(text.slice(at + 1)) ?? []) : []
  const own = left ?? (kind === 'leaves' && direct !== undefined && !isFormer ? direct : undefined)
  const chosen = own ?? after[0] ?? (kind === 'joins' && !isFormer && isNew(text, at) ? direct : undefined)
  return chosen?.replace(new RegExp(ROLE), (token) => roleAt(token, entities)).replace(/^([Dd]irector)s$/, '$1')
}

/** "Founder Dana Reyes steps down as CEO" gives up that role only. */
const LEAVES_AS = new RegExp(
  String.raw`^(?:,? (?:has|have|had|is|was|will|to|who|abruptly|also|be) ?)*(?: ?(?:step(?:s|ped|ping)? (?:down|aside|back|away)|resign(?:s|ed|ing)?|leav(?:es?|ing)|left|quit(?:s|ting)?|retir(?:es?|ed|ing)|depart(?:s|ed|ing)?|out|oust(?:ed)?|removed|fired|dismissed|replaced|stood down))? as (?:[a-z]+ |[\uE000\uE001]['’]s )?(${ROLE})(?!,? ${NAME})`,
)

const isNew = (text: string, at: number) =>
  /\b(?:new|next|incoming|first|as|names?|named|appoint\w*|hires?)\s(?:[\p{L}-]+ ){0,2}.,? ?$/iu.test(
    text.slice(Math.max(0, at - 40), at),
  )

function rolesAfter(text: string, at: number): string[] {
  const rest = text.slice(at + 1)
  return [...rest.matchAll(ROLES)].flatMap(({ 0: written, index }) => {
    const [before, after] = [rest.slice(0, index), rest.slice(index + written.length)]
    const isOthers = new RegExp(String.raw`^,? ${NAME}|^ (?:said|says|told)\b`).test(after)
    if (index > REACH || /[;.](?! )|; |\. /.test(before) || isOthers) return []
    if (new RegExp(NAME).test(before.replace(/\b(?:of|at|from|in|to|for) (?:the )?[\uE100-\uE1FF]/g, ''))) return []
    return FORMER.test(before) || ELSEWHERE.test(after) ? [] : [written]
  })
}

/** A role mentioned without a name: "The chief executive told staff", "ousts its president". */
function looseRole(sentences: Text[], kind: 'joins' | 'leaves'): string | undefined {
  for (const { text, entities } of sentences)
    for (const { 0: written, 1: token = '', index } of text.matchAll(ROLES)) {
      const [before, after] = [text.slice(0, index), text.slice(index + written.length)]
      const isOthers = new RegExp(String.raw`^,? ${NAME}|^ (?:said|says)\b`).test(after)
      const isTied = new RegExp(String.raw`${NAME},? (?:the |her |his |its )?$`).test(before)
      if (isOthers || isTied || FORMER.test(before) || ELSEWHERE.test(after)) continue
      if (kind === 'joins' && /\b(?:with|report\w* to)\s(?:[a-z]+ )?$/.test(before)) continue
      return written.replace(token, roleAt(token, entities)).replace(/^([Dd]irector)s$/, '$1')
    }
  return undefined
}

/** If a headline about a departure names one person, that's who leaves, whatever the wording. */
function addOnlyOne(sentences: Text[], found: Map<string, Found>) {
  const [title] = sentences
  const [person, another] = title?.isTitle ? peopleOf(title) : []
  if (title && person && !another)
    found.set(person.name, { name: person.name, role: roleOf(title, person.at, 'leaves') })
}
