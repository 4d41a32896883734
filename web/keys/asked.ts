const waiting: string[] = []
const listeners = new Set<() => void>()

/** Asks for the palette, or for what a key stands for. Whoever can do it may still be on the way. */
export function ask(key: string): void {
  waiting.push(key)
  for (const listener of listeners) listener()
}

export const takeAsked = () => waiting.splice(0)

export function onAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
