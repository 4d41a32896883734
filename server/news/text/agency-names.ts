const AGENCIES: Record<string, RegExp> = {
  FDA: /\b(?:(?:US|U\.S\.) )?Food and Drug Administration(?: \(FDA\))?/g,
  SEC: /\b(?:(?:US|U\.S\.) )?Securities and Exchange Commission(?: \(SEC\))?/g,
  EMA: /\bEuropean Medicines Agency(?: \(EMA\))?/g,
  FTC: /\b(?:(?:US|U\.S\.) )?Federal Trade Commission(?: \(FTC\))?/g,
  FAA: /\b(?:(?:US|U\.S\.) )?Federal Aviation Administration(?: \(FAA\))?/g,
}

/** Spelled out, an agency looks like two companies: "the Food and Drug Administration". */
export const withShortAgencies = (text: string): string =>
  Object.entries(AGENCIES).reduce((shortened, [name, written]) => shortened.replaceAll(written, name), text)
