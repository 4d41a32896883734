export type Sentence = { start: number; end: number }

const END = /[.!?…。！？]+["”’)\]]*(?=\s)|\n+/gu
/** What ends with a full stop without ending a sentence: initials and these. */
const ABBREVIATION =
  /(?:^|[\s(“"])(?:\p{Lu}|[Mm]rs?|[Mm]s|[Dd]r|[Pp]rof|[Ss]t|[Gg]en|[Ss]en|[Rr]ep|[Gg]ov|[Ii]nc|[Cc]orp|[Cc]o|[Ll]td|[Bb]ros|[Vv]s|[Nn]o|[Jj]an|[Ff]eb|[Aa]ug|[Ss]ept?|[Oo]ct|[Nn]ov|[Dd]ec|[Jj]r|[Ss]r|e\.g|i\.e|a\.m|p\.m|U\.S|U\.K|U\.N)$/u

/** Where the sentences of a text are, in its order; a line of its own is one too. */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let start = 0
  const close = (end: number) => {
    while (start < end && /\s/.test(text.charAt(start))) start += 1
    if (start < end) sentences.push({ start, end })
    start = end
  }
  for (const { 0: mark, index } of text.matchAll(END)) {
    if (mark.startsWith('\n')) close(index)
    else if (!continues(text, index, index + mark.length)) close(index + mark.length)
  }
  close(text.trimEnd().length)
  return sentences
}

/** After an abbreviation, and where a small letter follows: “Why?” he said. */
function continues(text: string, at: number, end: number): boolean {
  if (/^\s\p{Ll}/u.test(text.slice(end, end + 3))) return true
  return text.charAt(at) === '.' && ABBREVIATION.test(text.slice(Math.max(0, at - 8), at))
}
