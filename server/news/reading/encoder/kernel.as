// The arithmetic of the encoder in AssemblyScript; `node tools/train/reader/kernel.ts` compiles it to kernel.wasm.
// Weights are 7-bit numbers around 64 with a scale per row, activations 8-bit numbers with a scale per token,
// because one relaxed instruction multiplies and adds sixteen such pairs on x64 and arm64 alike.

const HEAD: i32 = 64
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
    store<i32>(factors + <usize>(token * 8), total(sums) * 64, 4)
  }
}

@inline
function rounded(place: usize, inverse: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(place), inverse)))
}

@inline
function total(sums: v128): i32 {
  return (
    i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3)
  )
}

@inline
function put(to: usize, sum: i32, factors: usize, token: i32, scale: f32, bias: f32, mode: i32): void {
  const factor = factors + <usize>(token * 8)
  const value = <f32>(sum - load<i32>(factor, 4)) * load<f32>(factor) * scale + bias
  if (mode == 2) store<f32>(to, load<f32>(to) + value)
  else store<f32>(to, mode == 1 && value < 0 ? 0 : value)
}

/** `mode`: 0 sets, 1 sets what is positive, 2 adds. Four tokens and two rows at a time, so that loads are shared. */
export function linear(
  x: usize, tokens: i32, inputs: i32, weights: usize, scales: usize, biases: usize, outputs: i32, out: usize, mode: i32,
  room: usize,
): void {
  quantize(x, tokens, inputs, room)
  const factors = room + <usize>(tokens * inputs)
  for (let row = 0; row < outputs; row += 2) {
    const second = row + 1 < outputs ? row + 1 : row
    const w0 = weights + <usize>(row * inputs)
    const w1 = weights + <usize>(second * inputs)
    const s0 = load<f32>(scales + <usize>(row * 4))
    const s1 = load<f32>(scales + <usize>(second * 4))
    const b0 = load<f32>(biases + <usize>(row * 4))
    const b1 = load<f32>(biases + <usize>(second * 4))
    for (let token = 0; token < tokens; token += 4) {
      const last = tokens - 1
      const t1 = min(token + 1, last)
      const t2 = min(token + 2, last)
      const t3 = min(token + 3, last)
      const a0 = room + <usize>(token * inputs)
      const a1 = room + <usize>(t1 * inputs)
      const a2 = room + <usize>(t2 * inputs)
      const a3 = room + <usize>(t3 * inputs)
      let c00 = i32x4.splat(0)
      let c01 = i32x4.splat(0)
      let c02 = i32x4.splat(0)
      let c03 = i32x4.splat(0)
      let c10 = i32x4.splat(0)
      let c11 = i32x4.splat(0)
      let c12 = i32x4.splat(0)
      let c13 = i32x4.splat(0)
      for (let at = 0; at < inputs; at += 16) {
        const place = <usize>at
        const v0 = v128.load(w0 + place)
        const v1 = v128.load(w1 + place)
        const p0 = v128.load(a0 + place)
        const p1 = v128.load(a1 + place)
        const p2 = v128.load(a2 + place)
        const p3 = v128.load(a3 + place)
        c00 = i32x4.relaxed_dot_i8x16_i7x16_add_s(p0, v0, c00)
        c01 = i32x4.relaxed_dot_i8x16_i7x16_add_s(p1, v0, c01)
        c02 = i32x4.relaxed_dot_i8x16_i7x16_add_s(p2, v0, c02)
        c03 = i32x4.relaxed_dot_i8x16_i7x16_add_s(p3, v0, c03)
        c10 = i32x4.relaxed_dot_i8x16_i7x16_add_s(p0, v1, c10)
        c11 = i32x4.relaxed_dot_i8x16_i7x16_add_s(p1, v1, c11)
        c12 = i32x4.relaxed_dot_i8x16_i7x16_add_s(p2, v1, c12)
        c13 = i32x4.relaxed_dot_i8x16_i7x16_add_s(p3, v1, c13)
      }
      const to = out + <usize>((token * outputs + row) * 4)
      const step = <usize>(outputs * 4)
      const isPair = second != row
      put(to, total(c00), factors, token, s0, b0, mode)
      if (isPair) put(to + 4, total(c10), factors, token, s1, b1, mode)
      if (token + 1 < tokens) {
        put(to + step, total(c01), factors, token + 1, s0, b0, mode)
        if (isPair) put(to + step + 4, total(c11), factors, token + 1, s1, b1, mode)
      }
      if (token + 2 < tokens) {
        put(to + 2 * step, total(c02), factors, token + 2, s0, b0, mode)
        if (isPair) put(to + 2 * step + 4, total(c12), factors, token + 2, s1, b1, mode)
      }
      if (token + 3 < tokens) {
        put(to + 3 * step, total(c03), factors, token + 3, s0, b0, mode)
        if (isPair) put(to + 3 * step + 4, total(c13), factors, token + 3, s1, b1, mode)
      }
    }
  }
}

export function normalize(x: usize, tokens: i32, size: i32, gamma: usize, beta: usize, out: usize): void {
  for (let token = 0; token < tokens; token++) {
    const from = x + <usize>(token * size * 4)
    const to = out + <usize>(token * size * 4)
    let mean: f32 = 0
    for (let at = 0; at < size; at++) mean += load<f32>(from + <usize>(at * 4))
    mean /= <f32>size
    let variance: f32 = 0
    for (let at = 0; at < size; at++) {
      const difference = load<f32>(from + <usize>(at * 4)) - mean
      variance += difference * difference
    }
    const factor: f32 = <f32>1 / Mathf.sqrt(variance / <f32>size + EPSILON)
    for (let at = 0; at < size; at++) {
      const place = <usize>(at * 4)
      store<f32>(to + place, (load<f32>(from + place) - mean) * factor * load<f32>(gamma + place) + load<f32>(beta + place))
    }
  }
}

/** `qkv` holds queries, keys and values of a token one after the other. `room` holds one number per token. */
export function attend(qkv: usize, tokens: i32, size: i32, out: usize, room: usize): void {
  const stride = <usize>(3 * size * 4)
  for (let head = 0; head < size; head += HEAD) {
    const queries = qkv + <usize>(head * 4)
    const keys = queries + <usize>(size * 4)
    const values = keys + <usize>(size * 4)
    for (let token = 0; token < tokens; token++) {
      const query = queries + <usize>token * stride
      let highest: f32 = -Infinity
      for (let other = 0; other < tokens; other++) {
        const key = keys + <usize>other * stride
        let sums = f32x4.splat(0)
        for (let at: usize = 0; at < <usize>HEAD * 4; at += 16)
          sums = f32x4.add(sums, f32x4.mul(v128.load(query + at), v128.load(key + at)))
        const score =
          SCALE *
          (f32x4.extract_lane(sums, 0) + f32x4.extract_lane(sums, 1) + f32x4.extract_lane(sums, 2) + f32x4.extract_lane(sums, 3))
        store<f32>(room + <usize>(other * 4), score)
        highest = max(highest, score)
      }
      let whole: f32 = 0
      for (let other = 0; other < tokens; other++) {
        const share = Mathf.exp(load<f32>(room + <usize>(other * 4)) - highest)
        store<f32>(room + <usize>(other * 4), share)
        whole += share
      }
      const to = out + <usize>((token * size + head) * 4)
      for (let at: usize = 0; at < <usize>HEAD * 4; at += 16) {
        let sums = f32x4.splat(0)
        for (let other = 0; other < tokens; other++)
          sums = f32x4.add(
            sums,
            f32x4.mul(f32x4.splat(load<f32>(room + <usize>(other * 4))), v128.load(values + <usize>other * stride + at)),
          )
        v128.store(to + at, f32x4.div(sums, f32x4.splat(whole)))
      }
    }
  }
}
