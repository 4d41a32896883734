/** Only web addresses become links; the title is shown as plain text either way. */
export function SourceLink({ url, title }: { url: string; title: string }) {
  const address = URL.parse(url)
  if (!address || !/^https?:$/.test(address.protocol)) return <span>{title}</span>
  return (
    <a
      href={address.href}
      target="_blank"
      rel="noopener noreferrer"
      className="rounded-sm underline decoration-line-strong underline-offset-3 hover:decoration-current"
    >
      {title || address.host}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
