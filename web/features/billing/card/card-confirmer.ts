import type { Ref } from 'react'

export type Confirmation =
  | { ok: true; status: 'succeeded' | 'processing' }
  /** What the provider says about it; empty where it says nothing. */
  | { ok: false; message: string }

/**
 * Whoever takes the card: the provider's own form, or the test mode's. It confirms what the secret belongs to,
 * a payment or the set-up of a card, and shows whatever the bank wants to ask meanwhile.
 */
export type CardConfirmer = {
  /** What is still wrong with the card as it was entered. */
  problem: () => string | null
  confirm: (clientSecret: string) => Promise<Confirmation>
}

export type CardFieldProps = { ref: Ref<CardConfirmer> }

/** A secret begins with the id of what it belongs to. */
export const intentOf = (clientSecret: string) => ({
  id: clientSecret.split('_secret_')[0] ?? '',
  isSetup: clientSecret.startsWith('seti_'),
})
