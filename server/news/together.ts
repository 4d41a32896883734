/** Collects for a moment what comes in many pieces and works on it in one go; one go at a time. */
export function together<Item>(
  pauseMs: number,
  work: (items: Item[]) => Promise<void>,
  failed: (error: unknown) => void,
): (more: Item[]) => void {
  const waiting = new Set<Item>()
  let isBusy = false

  const workThrough = async () => {
    while (waiting.size > 0) {
      await new Promise((resolve) => {
        setTimeout(resolve, pauseMs)
      })
      const items = [...waiting]
      waiting.clear()
      await work(items).catch(failed)
    }
    isBusy = false
  }

  return (more) => {
    for (const item of more) waiting.add(item)
    if (isBusy || waiting.size === 0) return
    isBusy = true
    void workThrough()
  }
}
