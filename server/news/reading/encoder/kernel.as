// The arithmetic of the encoder in AssemblyScript, compiled to kernel.wasm once (decision 0040 has the command).
// Weights are 7-bit numbers around 64 with a scale per row, activations 8-bit numbers with a scale per token,
// because one relaxed instruction multiplies and adds sixteen such pairs on x64 and arm64 alike.

const HEAD: i32 = 64
const BLOCK: i32 = 8
const SCALE: f32 = 0.125
const EPSILON: f32 = 1e-5

export function reserve(bytes: i32): void {
  const pages = (bytes + 0xffff) >>> 16
  if (pages > memory.size()) memory.grow(pages - memory.size())
}

/** In `room`: one byte per input, then for each token its scale and what the weights' offset of 64 adds to every sum. */
function quantize(x: usize, tokens: i32, inputs: i32, room: usize): void {
  const factors = room + <usize>(tokens * inputs)
  for (let token = 0; token < tokens; token++) {
    const from = x + <usize>(token * inputs * 4)
    const to = room + <usize>(token * inputs)
    let peaks = f32x4.splat(0)
    for (let at = 0; at < inputs; at += 4) peaks = f32x4.max(peaks, f32x4.abs(v128.load(from + <usize>(at * 4))))
    const highest = max(
      max(f32x4.extract_lane(peaks, 0), f32x4.extract_lane(peaks, 1)),
      max(f32x4.extract_lane(peaks, 2), f32x4.extract_lane(peaks, 3)),
    )
    const scale: f32 = highest > 0 ? highest / 127 : 1
    const inverse = f32x4.splat(1 / scale)
    let sums = i32x4.splat(0)
    for (let at = 0; at < inputs; at += 16) {
      const place = from + <usize>(at * 4)
      const n0 = rounded(place, inverse)
      const n1 = rounded(place + 16, inverse)
      const n2 = rounded(place + 32, inverse)
      const n3 = rounded(place + 48, inverse)
      sums = i32x4.add(sums, i32x4.add(i32x4.add(n0, n1), i32x4.add(n2, n3)))
      const bytes = i8x16.narrow_i16x8_s(i16x8.narrow_i32x4_s(n0, n1), i16x8.narrow_i32x4_s(n2, n3))
      v128.store(to + <usize>at, bytes)
    }
    store<f32>(factors + <usize>(token * 8), scale)
    store<i32>(factors + <usize>(token * 8), i32x4.extract_lane(totals(sums, sums, sums, sums), 0) * 64, 4)
  }
}

@inline
function rounded(place: usize, inverse: v128): v128 {
  return i32x4.relaxed_trunc_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(place), inverse)))
}

/** The sum of each of the four, side by side. */
@inline
function totals(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(v128.shuffle<i32>(a, b, 0, 4, 2, 6), v128.shuffle<i32>(a, b, 1, 5, 3, 7))
  const cd = i32x4.add(v128.shuffle<i32>(c, d, 0, 4, 2, 6), v128.shuffle<i32>(c, d, 1, 5, 3, 7))
  return i32x4.add(v128.shuffle<i32>(ab, cd, 0, 1, 4, 5), v128.shuffle<i32>(ab, cd, 2, 3, 6, 7))
}

@inline
function totalsOfFloats(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = f32x4.add(v128.shuffle<f32>(a, b, 0, 4, 2, 6), v128.shuffle<f32>(a, b, 1, 5, 3, 7))
  const cd = f32x4.add(v128.shuffle<f32>(c, d, 0, 4, 2, 6), v128.shuffle<f32>(c, d, 1, 5, 3, 7))
  return f32x4.add(v128.shuffle<f32>(ab, cd, 0, 1, 4, 5), v128.shuffle<f32>(ab, cd, 2, 3, 6, 7))
}

@inline
function put(to: usize, rows: i32, sums: v128, factor: usize, scales: v128, biases: v128, mode: i32): void {
  const exact = f32x4.convert_i32x4_s(i32x4.sub(sums, i32x4.splat(load<i32>(factor, 4))))
  let values = f32x4.add(f32x4.mul(exact, f32x4.mul(scales, f32x4.splat(load<f32>(factor)))), biases)
  if (mode == 1) values = f32x4.max(values, f32x4.splat(0))
  if (rows >= 4) {
    v128.store(to, mode == 2 ? f32x4.add(values, v128.load(to)) : values)
    return
  }
  store<f32>(to, f32x4.extract_lane(values, 0) + (mode == 2 ? load<f32>(to) : 0))
  if (rows > 1) store<f32>(to, f32x4.extract_lane(values, 1) + (mode == 2 ? load<f32>(to, 4) : 0), 4)
  if (rows > 2) store<f32>(to, f32x4.extract_lane(values, 2) + (mode == 2 ? load<f32>(to, 8) : 0), 8)
}

/** `mode`: 0 sets, 1 sets what is positive, 2 adds. */
export function linear(
  x: usize, tokens: i32, inputs: i32, weights: usize, scales: usize, biases: usize, outputs: i32, out: usize, mode: i32,
  room: usize,
): void {
  quantize(x, tokens, inputs, room)
  const factors = room + <usize>(tokens * inputs)
  // A few tokens at a time, because what is written for many of them would fall into the same lines of the cache.
  for (let token = 0; token < tokens; token += BLOCK)
    for (let row = 0; row < outputs; row += 4) {
      const rowWeights = weights + <usize>(row * inputs)
      const rowScales = v128.load(scales + <usize>(row * 4))
      const rowBiases = v128.load(biases + <usize>(row * 4))
      const end = min(token + BLOCK, tokens)
      for (let pair = token; pair < end; pair += 2) {
        const to = out + <usize>((pair * outputs + row) * 4)
        const activations = room + <usize>(pair * inputs)
        const factor = factors + <usize>(pair * 8)
        multiply(activations, pair + 1 < end, inputs, rowWeights, outputs, outputs - row, rowScales, rowBiases, factor, to, mode)
      }
    }
}

/** Four rows and two tokens at a time, so that loads are shared. */
@inline
function multiply(
  a0: usize, isPair: bool, inputs: i32, w0: usize, outputs: i32, rows: i32, scales: v128, biases: v128, factor: usize,
  to: usize, mode: i32,
): void {
  const a1 = isPair ? a0 + <usize>inputs : a0
  const w1 = w0 + <usize>(min(1, rows - 1) * inputs)
  const w2 = w0 + <usize>(min(2, rows - 1) * inputs)
  const w3 = w0 + <usize>(min(3, rows - 1) * inputs)
  let c00 = i32x4.splat(0)
  let c01 = i32x4.splat(0)
  let c02 = i32x4.splat(0)
  let c03 = i32x4.splat(0)
  let c10 = i32x4.splat(0)
  let c11 = i32x4.splat(0)
  let c12 = i32x4.splat(0)
  let c13 = i32x4.splat(0)
  for (let at: usize = 0; at < <usize>inputs; at += 16) {
    const p0 = v128.load(a0 + at)
    const p1 = v128.load(a1 + at)
    const v0 = v128.load(w0 + at)
    c00 = i32x4.relaxed_dot_i8x16_i7x16_add_s(p0, v0, c00)
    c10 = i32x4.relaxed_dot_i8x16_i7x16_add_s(p1, v0, c10)
    const v1 = v128.load(w1 + at)
    c01 = i32x4.relaxed_dot_i8x16_i7x16_add_s(p0, v1, c01)
    c11 = i32x4.relaxed_dot_i8x16_i7x16_add_s(p1, v1, c11)
    const v2 = v128.load(w2 + at)
    c02 = i32x4.relaxed_dot_i8x16_i7x16_add_s(p0, v2, c02)
    c12 = i32x4.relaxed_dot_i8x16_i7x16_add_s(p1, v2, c12)
    const v3 = v128.load(w3 + at)
    c03 = i32x4.relaxed_dot_i8x16_i7x16_add_s(p0, v3, c03)
    c13 = i32x4.relaxed_dot_i8x16_i7x16_add_s(p1, v3, c13)
  }
  put(to, rows, totals(c00, c01, c02, c03), factor, scales, biases, mode)
  if (isPair) put(to + <usize>(outputs * 4), rows, totals(c10, c11, c12, c13), factor + 8, scales, biases, mode)
}

export function normalize(x: usize, tokens: i32, size: i32, gamma: usize, beta: usize, out: usize): void {
  const bytes = <usize>(size * 4)
  for (let token = 0; token < tokens; token++) {
    const from = x + <usize>token * bytes
    const to = out + <usize>token * bytes
    let sums = f32x4.splat(0)
    for (let at: usize = 0; at < bytes; at += 16) sums = f32x4.add(sums, v128.load(from + at))
    const mean = f32x4.div(totalsOfFloats(sums, sums, sums, sums), f32x4.splat(<f32>size))
    let squares = f32x4.splat(0)
    for (let at: usize = 0; at < bytes; at += 16) {
      const difference = f32x4.sub(v128.load(from + at), mean)
      squares = f32x4.add(squares, f32x4.mul(difference, difference))
    }
    const variance = f32x4.div(totalsOfFloats(squares, squares, squares, squares), f32x4.splat(<f32>size))
    const deviation = f32x4.sqrt(f32x4.add(variance, f32x4.splat(EPSILON)))
    for (let at: usize = 0; at < bytes; at += 16) {
      const value = f32x4.div(f32x4.sub(v128.load(from + at), mean), deviation)
      v128.store(to + at, f32x4.add(f32x4.mul(value, v128.load(gamma + at)), v128.load(beta + at)))
    }
  }
}

/** Powers of e for what is not positive: a power of two by the exponent's bits, its fraction by a polynomial. */
@inline
function powers(exponents: v128): v128 {
  const twos = f32x4.max(f32x4.mul(exponents, f32x4.splat(1.442695041)), f32x4.splat(-126))
  const whole = f32x4.nearest(twos)
  const f = f32x4.sub(twos, whole)
  let sum = f32x4.splat(0.001339887440)
  sum = f32x4.add(f32x4.mul(sum, f), f32x4.splat(0.009618437357))
  sum = f32x4.add(f32x4.mul(sum, f), f32x4.splat(0.05550332471))
  sum = f32x4.add(f32x4.mul(sum, f), f32x4.splat(0.2402264791))
  sum = f32x4.add(f32x4.mul(sum, f), f32x4.splat(0.6931471825))
  sum = f32x4.add(f32x4.mul(sum, f), f32x4.splat(1))
  return f32x4.mul(sum, i32x4.shl(i32x4.add(i32x4.relaxed_trunc_f32x4_s(whole), i32x4.splat(127)), 23))
}

/** `qkv` holds queries, keys and values of a token one after the other. `room` holds one number per token. */
export function attend(qkv: usize, tokens: i32, size: i32, out: usize, room: usize): void {
  const stride = <usize>(3 * size * 4)
  const shares = (room + 15) & ~15
  for (let head = 0; head < size; head += HEAD) {
    const queries = qkv + <usize>(head * 4)
    const keys = queries + <usize>(size * 4)
    const values = keys + <usize>(size * 4)
    for (let token = 0; token < tokens; token++) {
      const whole = share(queries + <usize>token * stride, keys, stride, tokens, shares)
      const to = out + <usize>((token * size + head) * 4)
      mix(values, stride, tokens, shares, whole, to)
      mix(values + 128, stride, tokens, shares, whole, to + 128)
    }
  }
}

/** Writes how much each token counts for one query, and returns the sum of it. */
function share(query: usize, keys: usize, stride: usize, tokens: i32, shares: usize): f32 {
  const last = tokens - 1
  let peaks = f32x4.splat(-Infinity)
  for (let other = 0; other < tokens; other += 4) {
    const k0 = keys + <usize>other * stride
    const k1 = keys + <usize>min(other + 1, last) * stride
    const k2 = keys + <usize>min(other + 2, last) * stride
    const k3 = keys + <usize>min(other + 3, last) * stride
    let s0 = f32x4.splat(0)
    let s1 = f32x4.splat(0)
    let s2 = f32x4.splat(0)
    let s3 = f32x4.splat(0)
    for (let at: usize = 0; at < <usize>HEAD * 4; at += 16) {
      const q = v128.load(query + at)
      s0 = f32x4.add(s0, f32x4.mul(q, v128.load(k0 + at)))
      s1 = f32x4.add(s1, f32x4.mul(q, v128.load(k1 + at)))
      s2 = f32x4.add(s2, f32x4.mul(q, v128.load(k2 + at)))
      s3 = f32x4.add(s3, f32x4.mul(q, v128.load(k3 + at)))
    }
    const scores = f32x4.mul(totalsOfFloats(s0, s1, s2, s3), f32x4.splat(SCALE))
    peaks = f32x4.max(peaks, scores)
    v128.store(shares + <usize>(other * 4), scores)
  }
  const highest = max(
    max(f32x4.extract_lane(peaks, 0), f32x4.extract_lane(peaks, 1)),
    max(f32x4.extract_lane(peaks, 2), f32x4.extract_lane(peaks, 3)),
  )
  for (let at: usize = 0; at < <usize>(tokens * 4); at += 16)
    v128.store(shares + at, powers(f32x4.sub(v128.load(shares + at), f32x4.splat(highest))))
  let whole: f32 = 0
  for (let other = 0; other < tokens; other++) whole += load<f32>(shares + <usize>(other * 4))
  return whole
}

/** Half a head: eight sums that stay in registers while the tokens pass by. */
function mix(values: usize, stride: usize, tokens: i32, shares: usize, whole: f32, to: usize): void {
  let m0 = f32x4.splat(0)
  let m1 = f32x4.splat(0)
  let m2 = f32x4.splat(0)
  let m3 = f32x4.splat(0)
  let m4 = f32x4.splat(0)
  let m5 = f32x4.splat(0)
  let m6 = f32x4.splat(0)
  let m7 = f32x4.splat(0)
  for (let other = 0; other < tokens; other++) {
    const weight = f32x4.splat(load<f32>(shares + <usize>(other * 4)))
    const value = values + <usize>other * stride
    m0 = f32x4.add(m0, f32x4.mul(weight, v128.load(value)))
    m1 = f32x4.add(m1, f32x4.mul(weight, v128.load(value, 16)))
    m2 = f32x4.add(m2, f32x4.mul(weight, v128.load(value, 32)))
    m3 = f32x4.add(m3, f32x4.mul(weight, v128.load(value, 48)))
    m4 = f32x4.add(m4, f32x4.mul(weight, v128.load(value, 64)))
    m5 = f32x4.add(m5, f32x4.mul(weight, v128.load(value, 80)))
    m6 = f32x4.add(m6, f32x4.mul(weight, v128.load(value, 96)))
    m7 = f32x4.add(m7, f32x4.mul(weight, v128.load(value, 112)))
  }
  const divisor = f32x4.splat(whole)
  v128.store(to, f32x4.div(m0, divisor))
  v128.store(to, f32x4.div(m1, divisor), 16)
  v128.store(to, f32x4.div(m2, divisor), 32)
  v128.store(to, f32x4.div(m3, divisor), 48)
  v128.store(to, f32x4.div(m4, divisor), 64)
  v128.store(to, f32x4.div(m5, divisor), 80)
  v128.store(to, f32x4.div(m6, divisor), 96)
  v128.store(to, f32x4.div(m7, divisor), 112)
}
