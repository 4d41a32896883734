import { z } from 'zod'

export const CODE_REFUSED = 'This code is not valid, or it was used already.'
export const ACCESS_FOR_GOOD = 'You have access for good already. The code was not used.'
export const SUBSCRIPTION_RENEWS =
  'Your subscription is running. Cancel it first, so that you do not pay for the same days. The code was not used.'

/** Letters and digits that cannot be taken for one another, in groups of four. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 4
const GROUP = 4
export const CODE_LETTERS = GROUPS * GROUP

/** 80 random bits as people can read them to each other: `7K2M-…`. */
export const codeOf = (bytes: Uint8Array): string =>
  Array.from(bytes.slice(0, CODE_LETTERS), (byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replaceAll(/.{4}(?=.)/g, '$&-')

/** However it was typed: case, spaces, hyphens and letters that look like digits make no difference. Null where it can be no code. */
export function readCode(typed: string): string | null {
  const letters = typed
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]+/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return letters.length === CODE_LETTERS && [...letters].every((letter) => ALPHABET.includes(letter))
    ? letters
    : null
}

export const RedeemRequest = z.object({ code: z.string({ error: CODE_REFUSED }).max(100, CODE_REFUSED) })

/** Until when the access lasts that the code gave; null for good. */
export const Redeemed = z.object({ endsAt: z.string().nullable() })
export type Redeemed = z.infer<typeof Redeemed>
