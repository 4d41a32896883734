const written =
  (locale: string, options: Intl.DateTimeFormatOptions) =>
  (date: Date): string =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(date)

const LONG = { day: 'numeric', month: 'long', year: 'numeric' } as const

/** November 3, 2026 */
export const longDate = written('en-US', LONG)
/** Nov 3, 2026 */
export const shortDate = written('en-US', { day: 'numeric', month: 'short', year: 'numeric' })
/** 3 November 2026 */
export const britishDate = written('en-GB', LONG)
/** 11/3/26 */
export const slashDate = written('en-US', { day: 'numeric', month: 'numeric', year: '2-digit' })
/** 03.11.2026 */
export const dottedDate = written('de-DE', { day: '2-digit', month: '2-digit', year: 'numeric' })
/** 3. November 2026 */
export const germanDate = written('de-DE', LONG)
/** 3 novembre 2026 */
export const frenchDate = written('fr-FR', LONG)
/** 3 de noviembre de 2026 */
export const spanishDate = written('es-ES', LONG)
/** 3 de novembro de 2026 */
export const portugueseDate = written('pt-BR', LONG)
/** 2026年11月3日 */
export const japaneseDate = written('ja-JP', LONG)
/** 2026-11-03 */
export const isoDay = (date: Date) => date.toISOString().slice(0, 10)
/** 2026/11/03 */
export const datePath = (date: Date) => isoDay(date).replaceAll('-', '/')
