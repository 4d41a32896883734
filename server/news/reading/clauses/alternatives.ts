export const either = (alternatives: readonly string[]) => `(?:${alternatives.join('|')})`
export const words = (alternatives: readonly string[]) => String.raw`\b${either(alternatives)}\b`
