/** From the metadata of a sign-up, which anyone could have written. */
export function firstNameOf(data: Record<string, unknown>): string | null {
  const given = data.first_name
  return typeof given === 'string'
    ? given
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, 100) || null
    : null
}
