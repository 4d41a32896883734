/** Loading the number formats takes a phone tens of milliseconds, so numbers that need no separator do without. */
export const formatNumber = (number: number) =>
  Number.isInteger(number) && Math.abs(number) < 1000 ? String(number) : number.toLocaleString('en-US')

/** "1 story", "1,200 stories" */
export const counted = (count: number, one: string, many: string) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** Null for anything but an http(s) URL, because nothing else may become a link. */
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

/** Headlines have no period, but need one when another sentence follows. */
export const asSentence = (text: string): string => (/[.!?…:;][”"’')]?$/u.test(text) ? text : `${text}.`)
