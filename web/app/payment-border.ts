import { paths } from '../paths.ts'

const isPaymentPage = (path: string) => path === paths.subscribe || path === paths.billing

/**
 * A document keeps the content policy it was loaded with, and only the payment pages may talk to the card provider.
 * So going in or out of them, by link or by the Back button, is always a new document.
 */
export const crossesPaymentBorder = (documentPath: string, targetPath: string) =>
  isPaymentPage(documentPath) !== isPaymentPage(targetPath)
