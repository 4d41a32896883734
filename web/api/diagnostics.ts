/** For whoever looks into the console; the user is told in the product's own words elsewhere. */
function report(text: string): void {
  // oxlint-disable-next-line no-console
  console.warn(`[tidings] ${text}`)
}

/** Gives up on a call after its time, with the text the spec has for it. */
export async function within<Value>(ms: number, text: string, call: (signal: AbortSignal) => Promise<Value>) {
  const cut = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      report(text)
      reject(new Error(text))
      cut.abort()
    }, ms)
  })
  try {
    return await Promise.race([call(cut.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Says in the console that a call is late, and goes on waiting: it may have done its work already. */
export async function reportLate<Value>(ms: number, text: string, call: Promise<Value>): Promise<Value> {
  const timer = setTimeout(() => report(text), ms)
  try {
    return await call
  } finally {
    clearTimeout(timer)
  }
}
