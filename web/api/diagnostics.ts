function report(text: string): void {
  // oxlint-disable-next-line no-console
  console.warn(`[tidings] ${text}`)
}

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

/** Logs a slow call but keeps waiting, because the call may already have taken effect. */
export async function reportLate<Value>(ms: number, text: string, call: Promise<Value>): Promise<Value> {
  const timer = setTimeout(() => report(text), ms)
  try {
    return await call
  } finally {
    clearTimeout(timer)
  }
}
