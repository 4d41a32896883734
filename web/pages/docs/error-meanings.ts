import type { ErrorCode } from '#domain/errors.ts'

/** One line for each way a call can be refused; a new code does not compile without its line. */
export const ERROR_MEANINGS: Record<ErrorCode, string> = {
  'bad-request': 'The request could not be read.',
  'payment-failed': 'The card provider refused the payment; the message is the provider’s.',
  'not-signed-in': 'The access token is missing, invalid or expired.',
  'no-access': 'The trial is over and there is no subscription; redirect names the page to subscribe on.',
  forbidden: 'The account may not do this.',
  'not-found': 'There is no such thing, or it belongs to somebody else.',
  'method-not-allowed': 'The address exists, but not with this method.',
  conflict: 'It exists already, or was changed in the meantime.',
  'too-large': 'The file or body is larger than allowed.',
  'unsupported-file': 'The file is neither CSV nor Excel.',
  'unsupported-media-type': 'The body is not JSON. Send it as application/json.',
  'wrong-host': 'The request was addressed to another host.',
  'invalid-input': 'A value is missing or not valid; the message says which.',
  'too-many-requests': 'A limit was reached; Retry-After says when to try again.',
  unexpected: 'A fault of ours. The request number helps us find it.',
  unavailable: 'Something this call needs does not answer at the moment.',
}
