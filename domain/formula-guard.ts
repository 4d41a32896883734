// Spreadsheets run a cell that begins with one of these as a formula; some also do so after trimming apostrophes.
const FORMULA = /^'*[=+\-@\t\r\n\0＝＋－＠]/u

/** A value that a spreadsheet shows instead of running it. */
export const guardFormula = (value: string) => (FORMULA.test(value) ? `'${value}` : value)

/** What `guardFormula` was given. */
export const unguardFormula = (value: string) =>
  value.startsWith("'") && FORMULA.test(value.slice(1)) ? value.slice(1) : value
