const LIMIT = /\((limit|target) ?([<≤≥]?) ?(\d+(?:\.\d+)?)\)/

/** The limit is read from the name, so that what is printed is what fails the run. */
export function isWithinLimit(name: string, value: number): boolean {
  const [, kind, comparison, number] = LIMIT.exec(name) ?? []
  if (number === undefined) return true
  const limit = Number(number)
  if (comparison === '<') return value < limit
  if (comparison === '≥') return value >= limit
  return comparison === '≤' || kind === 'limit' ? value <= limit : value === limit
}
