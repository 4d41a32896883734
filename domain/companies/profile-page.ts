import { hostKey } from './company-key.ts'

/** Sites with pages about companies, which aren't the companies' own websites. */
const PROFILES =
  /^(?:[\w-]+\.)?(?:linkedin|crunchbase|pitchbook|dealroom|tracxn|angel|wellfound|angellist|facebook|instagram|twitter|x|ycombinator|producthunt)\.(?:com|co|list)$/

export const isProfilePage = (website: string) => PROFILES.test(hostKey(website))
