/** Beside the name of an invented company. */
export function SampleMark() {
  return (
    <span className="flex-none rounded-sm border border-line-strong px-1.5 text-sm text-muted">Sample</span>
  )
}
