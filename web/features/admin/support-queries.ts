import {
  addNote,
  cancelFactorReset,
  closeView,
  getSupportFile,
  grantInBulk,
  openView,
  removeNote,
  requestFactorReset,
  resendConfirmation,
  type BulkGrant,
} from '#domain/admin/support.ts'
import { query } from '../../api/context.ts'
import { useAction, useToastedAction, type Reasoned } from './queries.ts'

export const supportQuery = (id: string) => query(getSupportFile, { params: { id } }, { staleTime: 0 })

export const useOpenView = () =>
  useAction((api, { id, reason }: Reasoned) => api.call(openView, { params: { id }, body: { reason } }))

export const useCloseView = () => useAction((api, id: string) => api.call(closeView, { params: { id } }))

export const useAddNote = () =>
  useAction((api, { id, text }: { id: string; text: string }) => api.call(addNote, { params: { id }, body: { text } }))

export const useRemoveNote = (id: number) =>
  useToastedAction((api) => api.call(removeNote, { params: { id } }), 'Note deleted', 'delete the note')

export const useResendConfirmation = (id: string, email: string) =>
  useToastedAction(
    (api) => api.call(resendConfirmation, { params: { id } }),
    `Email sent to ${email}`,
    'send the email',
  )

export const useRequestReset = () =>
  useAction((api, { id, evidence }: { id: string; evidence: string }) =>
    api.call(requestFactorReset, { params: { id }, body: { evidence } }),
  )

export const useCancelReset = (id: string) =>
  useToastedAction((api) => api.call(cancelFactorReset, { params: { id } }), 'Reset canceled', 'cancel the reset')

export const useGrantInBulk = () => useAction((api, body: BulkGrant) => api.call(grantInBulk, { body }))
