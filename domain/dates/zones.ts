/** UTC offsets in hours, for zone names that are unambiguous in feeds. */
const ZONE_NAMES: [hours: number, names: string][] = [
  [0, 'z ut utc gmt wet'],
  [1, 'bst west cet met mez'],
  [2, 'cest mest mesz eet sast'],
  [3, 'eest msk'],
  [5.5, 'ist'],
  [8, 'sgt hkt awst'],
  [9, 'jst kst'],
  [10, 'aest'],
  [11, 'aedt'],
  [-4, 'edt'],
  [-5, 'est et cdt'],
  [-6, 'cst ct mdt'],
  [-7, 'mst mt pdt'],
  [-8, 'pst pt'],
  [-9, 'akst'],
  [-10, 'hst'],
]
const ZONES = new Map(
  ZONE_NAMES.flatMap(([hours, names]) => names.split(' ').map((name) => [name, hours * 60] as const)),
)

/** The UTC offset in minutes for a zone name, an offset, or `GMT+02:00`; null for anything else. */
export function zoneOf(written: string): number | null {
  const offset = /^(?:gmt|utc)?([+-])(\d\d):?(\d\d)?$/i.exec(written)
  if (!offset) return ZONES.get(written.toLowerCase()) ?? null
  return (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3] ?? 0))
}
