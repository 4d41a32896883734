const PAID =
  /^[[(]?(?:sponsored(?: (?:content|post|article|by))?|paid (?:content|post|partnership|program)|partner content|promoted(?: (?:content|post|by))?|advertorial|advertisement feature|anzeige|publireportage)\b(?:[\])]|\s?[:|–—-]\s| by\b| from\b|$)/i

/** An advertiser paid for it, so it isn't news. */
export const isPaidContent = ({ title, text }: { title: string; text?: string | null | undefined }): boolean =>
  PAID.test(title.trim()) || PAID.test((text ?? '').trimStart().slice(0, 80).split(/[.\n]/)[0] ?? '')
