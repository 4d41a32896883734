import { INVITATION_DAYS } from '#domain/sharing/share.ts'
import type { KeyedHash } from '../auth/auth.ts'
import { secretHash } from '../integrations/secrets.ts'
import type { Database } from '../platform/database/open.ts'
import { composeEmail } from '../platform/email/email-layout.ts'
import type { EmailTransport } from '../platform/email/transport.ts'
import { invitationTokens } from './shares.ts'
import { guestStore, type ShareRow } from './store.ts'

type Needs = { database: Database; hash: KeyedHash; mail: EmailTransport; publicUrl: string; supportEmail: string }

export type Invitations = ReturnType<typeof createInvitations>

export const createInvitations = ({ database, hash, mail, publicUrl, supportEmail }: Needs) => ({
  /** Contains no text written by the owner, so that invitations can't be used to send messages to strangers. */
  async send({ shareId }: { shareId: number }): Promise<void> {
    const found = await guestStore(database.system).byId(shareId)
    if (!found || found.share.acceptedAt !== null) return
    const { share, ownerEmail } = found
    const token = invitationTokens(hash, share.nonce).find((each) => secretHash(each) === share.tokenHash)
    if (token === undefined) return
    const [id = ''] = hash('share-invitation-email', share.nonce)
    await mail.send(
      composeEmail({
        id: `${id}@${new URL(publicUrl).hostname}`,
        kind: 'share-invitation',
        to: share.guestEmail,
        subject: `${ownerEmail} shared news with you on Tidings`,
        paragraphs: [
          `${ownerEmail} follows private companies with Tidings and would like you to read the news of ${coveredText(share)}.`,
          'Your access is read-only and free. You need an account with this email address.',
          { button: 'Accept Invitation', href: `${publicUrl}/profile/sharing?invitation=${token}` },
          `The invitation is valid for ${INVITATION_DAYS} days.`,
        ],
        footer: `You receive this email because ${ownerEmail} entered your address. If you do not know them, ignore it.`,
        supportEmail,
      }),
    )
  },
})

function coveredText({ companyId, viewId }: ShareRow): string {
  if (companyId !== null) return 'a company'
  return viewId === null ? 'their portfolio' : 'a saved search'
}
