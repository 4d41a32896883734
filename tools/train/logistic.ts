import type { Features } from '../../server/news/match/features.ts'

export type WeightedExample = {
  features: Features
  is: boolean
  weight: number
  /** Prior log odds. */ offset?: number
}

const PENALTY = 2
const ROUNDS = 12
const SMALLEST_STEP = 1e-4

/** Logistic regression by Newton's method; the penalty keeps rare features from getting large weights. */
export function fitLogistic(examples: WeightedExample[], penalty = PENALTY): Record<string, number> {
  const names = ['bias', ...[...new Set(examples.flatMap(({ features }) => Object.keys(features)))].sort()]
  const size = names.length
  const rows = examples.map(({ features }) =>
    Float64Array.from(names, (name, at) => (at === 0 ? 1 : (features[name] ?? 0))),
  )
  const weights = new Float64Array(size)
  for (let round = 0; round < ROUNDS; round += 1) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : penalty * weight))
    const curvature = Array.from({ length: size }, (_, at) => {
      const row = new Float64Array(size)
      row[at] = at === 0 ? 1e-3 : penalty
      return row
    })
    for (const [index, { is, weight, offset = 0 }] of examples.entries())
      add(rows[index], is, weight, offset, gradient, curvature)
    const step = solve(curvature, gradient)
    let largest = 0
    for (let at = 0; at < size; at += 1) {
      weights[at] = (weights[at] ?? 0) - (step[at] ?? 0)
      largest = Math.max(largest, Math.abs(step[at] ?? 0))
    }
    if (largest < SMALLEST_STEP) break
  }
  return Object.fromEntries(names.map((name, at) => [name, Math.round(1000 * (weights[at] ?? 0)) / 1000 || 0]))

  function add(
    row: Float64Array | undefined,
    is: boolean,
    weight: number,
    offset: number,
    gradient: Float64Array,
    curvature: Float64Array[],
  ): void {
    if (!row) return
    let odds = offset
    const present: number[] = []
    for (let at = 0; at < size; at += 1) {
      const value = row[at] ?? 0
      if (value === 0) continue
      present.push(at)
      odds += value * (weights[at] ?? 0)
    }
    const chance = 1 / (1 + Math.exp(-odds))
    const slope = weight * (chance - (is ? 1 : 0))
    const bend = weight * chance * (1 - chance) + 1e-6
    for (const a of present) {
      const value = row[a] ?? 0
      gradient[a] = (gradient[a] ?? 0) + slope * value
      const line = curvature[a]
      if (line) for (const b of present) line[b] = (line[b] ?? 0) + bend * value * (row[b] ?? 0)
    }
  }
}

/** Cholesky decomposition; the matrix is symmetric and positive definite. */
function solve(matrix: Float64Array[], right: Float64Array): Float64Array {
  const size = right.length
  const cell = (row: number, column: number) => lower[row]?.[column] ?? 0
  const lower = matrix.map(() => new Float64Array(size))
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column <= row; column += 1) {
      let sum = matrix[row]?.[column] ?? 0
      for (let at = 0; at < column; at += 1) sum -= cell(row, at) * cell(column, at)
      const line = lower[row]
      if (line) line[column] = row === column ? Math.sqrt(sum) : sum / cell(column, column)
    }
  const found = Float64Array.from(right)
  for (let row = 0; row < size; row += 1) {
    for (let at = 0; at < row; at += 1) found[row] = (found[row] ?? 0) - cell(row, at) * (found[at] ?? 0)
    found[row] = (found[row] ?? 0) / cell(row, row)
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    for (let at = row + 1; at < size; at += 1) found[row] = (found[row] ?? 0) - cell(at, row) * (found[at] ?? 0)
    found[row] = (found[row] ?? 0) / cell(row, row)
  }
  return found
}
