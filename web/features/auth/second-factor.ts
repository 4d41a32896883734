import type { AuthPort } from './auth-client.ts'
import { answered, outcome, type Answered, type Outcome } from './outcome.ts'

export type Enrollment = { factorId: string; picture: string; secret: string }

const NAME = 'Authenticator app'
const ISSUER = 'Tidings'

export function createSecondFactor(client: AuthPort) {
  const factors = async (status: 'verified' | 'unverified') => {
    const { value, problem } = await answered(client.mfa.listFactors())
    const all = value?.all.filter((factor) => factor.factor_type === 'totp' && factor.status === status)
    return { ids: all?.map(({ id }) => id) ?? [], problem }
  }
  const checkCode = (factorId: string, code: string) => outcome(client.mfa.challengeAndVerify({ factorId, code }))

  return {
    async verifyCode(code: string): Promise<Outcome> {
      const { ids, problem } = await factors('verified')
      let answer: Outcome = { problem: problem ?? 'No authenticator app is set up' }
      for (const id of ids) {
        answer = await checkCode(id, code)
        if (!answer.problem) break
      }
      return answer
    },

    verifyRecoveryCode: (code: string) => outcome(client.mfa.recoveryCodes.verify({ code })),

    /** Removes factors left over from an unfinished attempt, so that their name is available again. */
    async enroll(): Promise<Answered<Enrollment>> {
      for (const factorId of (await factors('unverified')).ids) await client.mfa.unenroll({ factorId })
      const enrolled = await answered(client.mfa.enroll({ factorType: 'totp', friendlyName: NAME, issuer: ISSUER }))
      if (!enrolled.value) return enrolled
      const { value } = enrolled
      const { qr_code: picture, secret } = value.totp
      return { value: { factorId: value.id, picture: asImage(picture), secret }, problem: null }
    },

    finishEnrollment: checkCode,
    abandonEnrollment: (factorId: string) => outcome(client.mfa.unenroll({ factorId })),

    /** Refreshes the session, so that it no longer claims a factor that has been removed. */
    async remove(): Promise<Outcome> {
      const { ids, problem } = await factors('verified')
      let answer: Outcome = { problem }
      for (const factorId of ids) {
        answer = await outcome(client.mfa.unenroll({ factorId }))
        if (answer.problem) break
      }
      await client.refreshSession().catch(() => null)
      return answer
    },

    async recoveryCodesLeft(): Promise<{ remaining: number; total: number } | null> {
      return (await answered(client.mfa.recoveryCodes.getStatus())).value
    },

    async newRecoveryCodes(which: 'first' | 'another'): Promise<Answered<string[]>> {
      const codes = client.mfa.recoveryCodes
      const made = await answered(which === 'first' ? codes.generate() : codes.regenerate())
      return made.value ? { value: made.value.codes, problem: null } : made
    },
  }
}

/** The library returns the SVG unescaped, and a # in it would end the data URL. */
const asImage = (drawing: string) =>
  `data:image/svg+xml,${encodeURIComponent(drawing.replace(/^data:image\/svg\+xml;utf-8,/, ''))}`
