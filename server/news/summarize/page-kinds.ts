import { isPaidContent } from '../text/paid-content.ts'

type Page = { title: string; text?: string | null | undefined }

const JOB_TITLE = /\((?:all genders|full[- ]time|part[- ]time|hybrid|remote\b[^)]{0,40}|[mfwxdi](?:\/[mfwxdi]){2})\)/i
const JOB_WORDS =
  /\b(?:about the role|apply (?:now|here|today)|easy apply|fluent (?:in )?English|full-time|(?:key )?responsibilities|(?:your|the) (?:profile|tasks|role)|(?:we|what we) offer|what you(?:['’]ll)? (?:bring|do)|we['’]re looking for an?|salary expectations|years of experience|welcomes? all applica(?:nts|tions))\b/gi
const JOB_WORDS_NEEDED = 3
const SITE_PAGE =
  /\b(?:company profile|(?:cookie|privacy|legal) (?:notice|policy|statement|settings)|terms (?:of|and|&) (?:use|service|conditions)|imprint|impressum)\b/i

/** Job ads, paid articles, entries of directories and a site's own pages report nothing. */
export function isNews({ title, text }: Page): boolean {
  if (isPaidContent({ title, text }) || JOB_TITLE.test(title) || SITE_PAGE.test(title)) return false
  const found = new Set((text ?? '').match(JOB_WORDS)?.map((each) => each.toLowerCase()))
  return found.size < JOB_WORDS_NEEDED
}
