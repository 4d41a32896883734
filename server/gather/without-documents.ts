import type { Check, FoundItem } from './item.ts'
import type { Look, Survey } from './look.ts'

/**
 * What a look brought, without the documents it was cut from: the engine keeps the whole of a text for the sake of a
 * title that is a piece of it, and a look may wait for a hundred others to be written.
 */
export const withoutDocuments = ({ check, survey }: Look): Look => ({
  check: ownCheck(check),
  survey: survey && ownSurvey(survey),
})

const ownCheck = (check: Check): Check => ({ ...check, items: check.items.map(ownItem) })

const ownItem = (item: FoundItem): FoundItem => ({
  ...item,
  url: own(item.url),
  title: own(item.title),
  text: own(item.text),
  publisher: item.publisher === null ? null : own(item.publisher),
})

const ownSurvey = ({ facts, name, joins, addresses }: Survey): Survey => ({
  // An address that was parsed is no piece of the document that it stood in.
  joins,
  facts: facts.map(({ kind, value, foundAt }) => ({ kind, value: own(value), foundAt: own(foundAt) })),
  name: name === null ? null : own(name),
  addresses: addresses.map(({ address, check }) => ({
    address: own(address),
    check: check && ownCheck(check),
  })),
})

/** Joined and cut again, the letters are in a place of their own. */
const own = (text: string): string => ` ${text}`.slice(1)
