/** As a small integer, with which the processor counts at once. */
const BASIS = 2_166_136_261 | 0

/** The hash (FNV-1a, of 32 bits) of a text, or of a part of it, after what was hashed before. */
export function hashOf(text: string, from = BASIS, start = 0, end = text.length): number {
  let hash = from
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 16_777_619)
  return hash
}
