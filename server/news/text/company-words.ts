const COMPANY_WORD =
  /\b(?:Partners|Capital|Ventures?|Bank|Group|Fund|Holdings|Labs?|Inc|Software|Health|Systems?|Energy|Foods?|Trust|Council|Board|University|College|Hospital|Clinic|Industries|Technologies|Motors|Airlines?|Media|Networks?|Street|City|Park|House|Court|Department|Authority|Office|Agency|Union|Party|League|Bio|Pharma|Robotics|Therapeutics|Biosciences|Analytics|Logistics|Hotels|Studios|Security)\b/

/** "Grace Bio" and "Jordan Capital" aren't people, although they begin like them. */
export const hasCompanyWord = (name: string) => COMPANY_WORD.test(name)
