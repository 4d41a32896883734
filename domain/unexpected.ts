/** Spec section 8, for everything nobody foresaw. */
export const UNEXPECTED = 'An unexpected error occurred'
