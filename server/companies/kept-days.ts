/** How long a removed company can come back and an import can be undone. */
export const KEPT_DAYS = 30

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)
