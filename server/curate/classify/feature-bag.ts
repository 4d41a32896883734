/** What a text has shown, in the order in which it came; what comes again counts as it came last. */
export class FeatureBag {
  private readonly rows: number[] = []
  private readonly values: number[] = []
  private readonly places: Uint16Array

  /**
   * A table of zeros, one for each row there is, and a power of two of them, where the bag notes what it holds: quicker than a map.
   * It is zeros again when the bag is closed, so that one is enough for all.
   */
  constructor(places: Uint16Array) {
    this.places = places
  }

  add(hash: number, value: number): void {
    const row = (hash ^ (hash >>> 15)) & (this.places.length - 1)
    const place = this.places[row] ?? 0
    if (place > 0) this.values[place - 1] = value
    else {
      this.values.push(value)
      this.places[row] = this.rows.push(row)
    }
  }

  /** Of length one in all; nothing more may be added. */
  close(): { rows: Int32Array; values: Float32Array } {
    let squares = 0
    for (const value of this.values) squares += value * value
    const length = Math.sqrt(squares) || 1
    const [rows, values] = [new Int32Array(this.rows.length), new Float32Array(this.rows.length)]
    for (let at = 0; at < rows.length; at += 1) {
      const row = this.rows[at] ?? 0
      rows[at] = row
      values[at] = (this.values[at] ?? 0) / length
      this.places[row] = 0
    }
    return { rows, values }
  }
}
