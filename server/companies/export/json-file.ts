import type { ExportedCompany } from '#domain/company-export.ts'

/** The portfolio as one JSON object, the form of `PortfolioExport`. */
export async function* jsonFile(
  pages: AsyncIterable<ExportedCompany[]>,
  exportedAt: Date,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(`{"exportedAt":${JSON.stringify(exportedAt)},"companies":[`)
  let separator = '\n'
  for await (const page of pages) {
    yield encoder.encode(separator + page.map((company) => JSON.stringify(company)).join(',\n'))
    separator = ',\n'
  }
  yield encoder.encode('\n]}\n')
}
