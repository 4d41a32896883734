export type ServerEvent = { id: string; name: string; data: string }

/** A line without end would fill the memory; no event of ours comes near this. */
const MAX_LINE = 65_536

/** Reads the event-stream format piece by piece, wherever the network happens to cut it. */
export function createEventParser(onEvent: (event: ServerEvent) => void): (chunk: string) => void {
  let rest = ''
  let isFirst = true
  let id = ''
  let name = ''
  let data: string[] = []

  const take = (line: string) => {
    if (line === '') {
      if (data.length > 0) onEvent({ id, name: name || 'message', data: data.join('\n') })
      name = ''
      data = []
      return
    }
    const colon = line.indexOf(':')
    if (colon === 0) return
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'data') data.push(value)
    if (field === 'event') name = value
    if (field === 'id' && !value.includes('\0')) id = value
  }

  return (chunk) => {
    if (chunk === '') return
    rest += isFirst ? chunk.replace(/^\uFEFF/, '') : chunk
    isFirst = false
    let from = 0
    for (let end = endOfLine(rest, from); end; end = endOfLine(rest, from)) {
      take(rest.slice(from, end.at))
      from = end.next
    }
    rest = rest.slice(from)
    if (rest.length > MAX_LINE) throw new RangeError('A line of the event stream is too long')
  }
}

/** CR, LF and CRLF end a line; a CR at the very end may be half of a CRLF, so it waits for what follows. */
function endOfLine(text: string, from: number): { at: number; next: number } | null {
  const lf = text.indexOf('\n', from)
  const cr = text.indexOf('\r', from)
  if (cr === -1 || (lf !== -1 && lf < cr)) return lf === -1 ? null : { at: lf, next: lf + 1 }
  if (cr === text.length - 1) return null
  return { at: cr, next: text[cr + 1] === '\n' ? cr + 2 : cr + 1 }
}
