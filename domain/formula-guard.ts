// Spreadsheets run a cell that begins with one of these as a formula; some also do so after trimming apostrophes.
const FORMULA = /^'*[=+\-@\t\r\n\0＝＋－＠]/u
// People and exports write these for "nothing".
const NOTHING = /^'*(?:[-–—]{1,4}|n\/?a|none|null)$/iu
const LONGEST_NOTHING = 4

const isGuarded = (value: string) => FORMULA.test(value) || NOTHING.test(value)

/** Whether a cell says in a word that it is empty. */
export const meansNothing = (cell: string) =>
  cell.length <= LONGEST_NOTHING && !cell.startsWith("'") && NOTHING.test(cell)

/** A value that a spreadsheet shows instead of running it, and that our importer takes literally. */
export const guardFormula = (value: string) => (isGuarded(value) ? `'${value}` : value)

/** What `guardFormula` was given. */
export const unguardFormula = (value: string) =>
  value.startsWith("'") && isGuarded(value.slice(1)) ? value.slice(1) : value
