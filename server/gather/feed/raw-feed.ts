/** A text as it stands in the document, and how it wants to be read. */
export type RawText = { raw: string; type: 'text' | 'html' }

/** An entry in the words of the document: nothing decoded or resolved yet. */
export type RawItem = {
  title: RawText | null
  /** The fullest text the entry gives of itself. */
  text: RawText | null
  /** Its page, best first. */
  links: string[]
  id: string | null
  /** As written, best first. */
  dates: string[]
  publisher: RawText | null
  language: string | null
  /** xml:base, from the outside in. */
  bases: string[]
}

export type RawFeed = {
  kind: 'rss' | 'atom' | 'json' | 'rdf'
  title: RawText | null
  siteLink: string | null
  language: string | null
  bases: string[]
  items: RawItem[]
  /** The document ended too early. */
  isCut: boolean
}

/** Entries behind this many are not looked at. */
export const MAX_RAW_ITEMS = 2000
