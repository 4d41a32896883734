/** Close together at first; one minute in all, after which the page stops asking and says so. */
const WAITS_MS = [
  ...Array<number>(5).fill(1000),
  ...Array<number>(5).fill(2000),
  ...Array<number>(9).fill(5000),
]

/** Asks again and again whether the server has seen the payment. The webhook may be what tells it. */
export async function settlePayment(
  isSettled: () => Promise<boolean>,
  wait: (ms: number) => Promise<boolean>,
): Promise<'active' | 'late' | 'left'> {
  if (await isSettled()) return 'active'
  for (const ms of WAITS_MS) {
    if (!(await wait(ms))) return 'left'
    if (await isSettled()) return 'active'
  }
  return 'late'
}
