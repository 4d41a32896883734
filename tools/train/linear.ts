/** `rows` are feature indices with their `values`; `is` is 1 for a positive example and -1 for a negative one. */
export type Example = { rows: Int32Array; values: Float32Array; is: 1 | -1 }

const ROUNDS = 6
/** The penalty for a misclassified example. The lower it is, the less a single example matters. */
const COST = 0.5
/** Limits how much more positives weigh. With equal weights, rare kinds would never be predicted. */
const MOST_EXTRA = 7

/** Fits a linear support vector machine by dual coordinate descent, in a deterministic order. */
export function fitLinear(examples: Example[], buckets: number, cost = COST): { weights: Float64Array; bias: number } {
  const weights = new Float64Array(buckets)
  let bias = 0
  const positives = examples.filter((example) => example.is === 1).length
  const extra = Math.min(MOST_EXTRA, Math.sqrt((examples.length - positives) / Math.max(1, positives)))
  const squares = examples.map(({ values }) => values.reduce((sum, value) => sum + value * value, 1))
  const duals = new Float64Array(examples.length)
  const order = examples.map((_, index) => index)
  const next = shuffler()
  for (let round = 0; round < ROUNDS; round += 1) {
    next(order)
    for (const index of order) {
      const example = examples[index]
      if (!example) continue
      const { rows, values, is } = example
      const softness = 0.5 / (cost * (is === 1 ? extra : 1))
      let margin = bias
      for (let at = 0; at < rows.length; at += 1) margin += (weights[rows[at] ?? 0] ?? 0) * (values[at] ?? 0)
      const dual = duals[index] ?? 0
      const slope = is * margin - 1 + softness * dual
      const moved = Math.max(0, dual - slope / ((squares[index] ?? 1) + softness))
      if (moved === dual) continue
      duals[index] = moved
      const change = (moved - dual) * is
      for (let at = 0; at < rows.length; at += 1) {
        const row = rows[at] ?? 0
        weights[row] = (weights[row] ?? 0) + change * (values[at] ?? 0)
      }
      bias += change
    }
  }
  return { weights, bias }
}

function shuffler(): (order: number[]) => void {
  let state = 12345
  return (order) => {
    for (let last = order.length - 1; last > 0; last -= 1) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      const other = state % (last + 1)
      const [a = 0, b = 0] = [order[last], order[other]]
      order[last] = b
      order[other] = a
    }
  }
}
