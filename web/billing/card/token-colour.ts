/** A colour of our tokens as plain rgb, for those who cannot read newer notations; undefined where nothing is drawn. */
export function tokenColour(token: string): string | undefined {
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen) return undefined
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(token)
  pen.fillRect(0, 0, 1, 1)
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data
  return `rgb(${red}, ${green}, ${blue})`
}
