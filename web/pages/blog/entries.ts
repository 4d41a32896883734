import type { BlogEntry } from './entry.ts'
import { howASentenceGetsItsSource } from './how-a-sentence-gets-its-source.tsx'
import { whyTidings } from './why-tidings.tsx'

/** Newest first. */
export const entries: BlogEntry[] = [howASentenceGetsItsSource, whyTidings]
