const KEY = 'tidings-device'

/** A random name that this browser keeps, so that a sign-in from it is not announced by email as a new device. */
export function deviceId(): string {
  try {
    const kept = localStorage.getItem(KEY)
    if (kept && /^[0-9a-f]{32}$/.test(kept)) return kept
    const made = randomHex()
    localStorage.setItem(KEY, made)
    return made
  } catch {
    // Without storage every visit is a new device.
    return randomHex()
  }
}

const randomHex = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
