/** The files of a ZIP without compression, by name: what the product writes, read by other code than its own. */
export function unzip(bytes: Uint8Array): Map<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const decode = (from: number, length: number) =>
    new TextDecoder().decode(bytes.subarray(from, from + length))
  const end = bytes.byteLength - 22
  const files = new Map<string, string>()
  let at = view.getUint32(end + 16, true)
  for (let entry = 0; entry < view.getUint16(end + 10, true); entry += 1) {
    const [size, nameLength, offset] = [
      view.getUint32(at + 24, true),
      view.getUint16(at + 28, true),
      view.getUint32(at + 42, true),
    ]
    files.set(decode(at + 46, nameLength), decode(offset + 30 + nameLength, size))
    at += 46 + nameLength
  }
  return files
}
