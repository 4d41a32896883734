const KEY = 'tidings-recovery'

/** Recovery mode belongs to the tab that opened the link and must survive a reload of it. */
export const recoveryMark = {
  read(): boolean {
    try {
      return sessionStorage.getItem(KEY) !== null
    } catch {
      return false
    }
  },
  write(inRecovery: boolean) {
    try {
      if (inRecovery) sessionStorage.setItem(KEY, '1')
      else sessionStorage.removeItem(KEY)
    } catch {
      // Without storage the mode lasts as long as the document.
    }
  },
}
