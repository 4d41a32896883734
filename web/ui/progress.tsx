export function Progress({ value, label }: { value: number; label: string }) {
  return <progress aria-label={label} max={100} value={Math.round(value)} className="progress" />
}
