/** Of talks, or by unnamed sources. */
export function ReportedMark() {
  return (
    <span className="block w-fit rounded-sm border border-dashed border-current px-1.25 text-sm leading-[1.4] font-medium text-warn">
      Reported
    </span>
  )
}
