/** Refused because of what we are or send, so other addresses would be refused too. */
const ABOUT_US = /relay|authenti|block|listed|spam|policy|reputation|sender|rate/i
const ADDRESS_CODES = new Set([550, 551, 553])
/** RFC 3463: bad mailbox, host, syntax or a mailbox that moved, and a disabled one. */
const ADDRESS_STATUS = /^5\.(?:1\.(?:1|2|3|6|10)|2\.1)$/

/** True if the mail server said, for good, that nobody can be reached at the recipient's address. */
export function isAddressRefused(error: unknown): boolean {
  if (!(error instanceof Error) || !('command' in error) || error.command !== 'RCPT TO') return false
  const { responseCode, response = '' } = error as { responseCode?: number; response?: string }
  if (!ADDRESS_CODES.has(responseCode ?? 0)) return false
  const status = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]
  return status ? ADDRESS_STATUS.test(status) : !ABOUT_US.test(response)
}

const MAX_DETAIL = 200

/** Without email addresses, because mail servers quote the ones that they reject. */
export const withoutPeople = (reason: string): string =>
  reason.replaceAll(/[^\s<>"']+@[^\s<>"']+/g, '…').slice(0, MAX_DETAIL)
