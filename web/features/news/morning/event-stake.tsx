import type { MorningEvent } from '#domain/news/morning/morning.ts'

/** Says nothing about a company without a stake, rather than ask for one. */
export function EventStake({ event: { stake, mark } }: { event: MorningEvent }) {
  if (!stake && !mark) return null
  const [rest, terms] = (stake?.rest ?? '').split(/(?= at )/)
  return (
    <p className="mt-0.5 text-sm wrap-anywhere text-muted tabular-nums @min-[860px]:row-span-2 @min-[860px]:mt-0 @min-[860px]:pt-1">
      {stake && (
        <>
          You hold <strong className="font-semibold text-ink">{stake.amount}</strong>
          {rest}
          {terms && (
            <>
              {' '}
              <span className="@min-[860px]:whitespace-nowrap">{terms.trim()}</span>
            </>
          )}
          {mark && <span className="@min-[860px]:hidden">. </span>}
        </>
      )}
      {mark && (
        <span title={mark.detail} className="text-ink @min-[860px]:block">
          {mark.text}
          <span className="sr-only">: {mark.detail}</span>
        </span>
      )}
    </p>
  )
}
