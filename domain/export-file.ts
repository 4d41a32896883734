/** What a portfolio can be exported as. Imported by the browser too: keep it small. */
export const EXPORT_FORMATS = ['csv', 'xlsx', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const exportFileName = (format: ExportFormat, now: Date) =>
  `tidings-portfolio-${now.toISOString().slice(0, 'YYYY-MM-DD'.length)}.${format}`
