/** Whoever runs this installation; the address is a setting that the server writes in. */
const LEGAL_DATE = { iso: '2026-11-15', text: 'November 15, 2026' }

export function SupportEmail() {
  return <a href="mailto:%SUPPORT_EMAIL%">%SUPPORT_EMAIL%</a>
}

export function LastChanged() {
  return (
    <>
      Last changed on <time dateTime={LEGAL_DATE.iso}>{LEGAL_DATE.text}</time>
    </>
  )
}
