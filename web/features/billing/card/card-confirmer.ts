import type { Ref } from 'react'

export type Confirmation =
  | { ok: true; status: 'succeeded' | 'processing' }
  /** Empty if the provider gave no message. */
  | { ok: false; message: string }

export type CardConfirmer = {
  problem: () => string | null
  confirm: (clientSecret: string) => Promise<Confirmation>
}

export type CardFieldProps = { ref: Ref<CardConfirmer> }

/** A secret begins with the id of its intent. */
export const intentOf = (clientSecret: string) => ({
  id: clientSecret.split('_secret_')[0] ?? '',
  isSetup: clientSecret.startsWith('seti_'),
})
