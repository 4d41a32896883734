const PAID =
  /^[[(]?(?:sponsored(?: (?:content|post|article|by))?|paid (?:content|post|partnership|program)|partner content|promoted(?: (?:content|post|by))?|advertorial|advertisement feature|anzeige|publireportage)\b(?:[\])]|\s?[:|–—-]\s| by\b| from\b|$)/i
const PAID_IN_TITLE = /[([](?:sponsored|paid|promoted|advertorial|ad)[)\]]\s*$/i
const PAID_IN_TEXT = /\b(?:content|article|post) (?:was|is) (?:paid for|sponsored) by\b/i

/** An advertiser paid for it, so it isn't news. */
export const isPaidContent = ({ title, text }: { title: string; text?: string | null | undefined }): boolean =>
  PAID.test(title.trim()) ||
  PAID_IN_TITLE.test(title) ||
  PAID_IN_TEXT.test(text ?? '') ||
  PAID.test((text ?? '').trimStart().slice(0, 80).split(/[.\n]/)[0] ?? '')
