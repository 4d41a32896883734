export const formatNumber = (number: number) => number.toLocaleString('en-US')

/** "1 story", "1,200 stories" */
export const counted = (count: number, one: string, many: string) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** Only web addresses may become links. */
export function webAddress(text: string): URL | null {
  const url = URL.parse(text)
  return url && /^https?:$/.test(url.protocol) ? url : null
}

export const hostOf = ({ host }: URL) => host.replace(/^www\./, '')

/** The host and path of a web address; null for any other text. */
export function shortAddress(text: string): string | null {
  const url = webAddress(text)
  return url && hostOf(url) + url.pathname.replace(/\/$/, '') + url.search
}

/** A headline has no period; before another sentence it needs one. */
export const asSentence = (text: string): string => (/[.!?…:;][”"’')]?$/u.test(text) ? text : `${text}.`)
