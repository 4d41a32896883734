/** Whether a parameter of an address only tells where the reader came from. */
export function isTracking(name: string, value: string, host: string): boolean {
  const key = name.toLowerCase()
  if (FAMILIES.test(key) || NAMES.has(key)) return true
  // On a forge it names a branch.
  if (REFERRERS.has(key)) return !/(^|\.)(github|gitlab|bitbucket|codeberg)\./.test(host)
  return MEANINGLESS_BY_VALUE.has(key) && FROM_WHERE.test(value)
}

const FAMILIES =
  /^(utm|mc|pk|mtm|piwik|matomo|hsa|at|ns|fb|ga|vero|oly|guce|trk|sc|wt|dm|itm|int|icn|_hs|__hs|ml|ss)_|^_hs|^__hs|^utm|^guc|^trkc/

const NAMES = new Set(
  `gclid gclsrc dclid gbraid wbraid fbclid igshid igsh msclkid yclid ysclid twclid ttclid epik li_fat_id rdt_cid mkt_tok
  mkcid mkevt _ga _gl _openstat _branch_match_id wickedid rb_clickid s_cid s_kwcid ncid cmpid cmp icid ocid mbid smid smtyp
  spm scm trk xtor ftag taid tpcc sr_share feedtype feedname guccounter action_object_map action_type_map
  hsctatracking emci emdi nlid sref srnd ved usg gs_lcp sxsrf soc_src soc_trk tsrc
  share shared sharetype share_id shareid partnerref amp_js_v wprov at_xt campaign campaignid campaign_id
  newsletter_id newsletterid mailing_id elqtrackid elqtrack elqaid elqat wt.mc_id wt.tsrc bxid cndid esrc`.split(
    /\s+/,
  ),
)

const REFERRERS = new Set(
  'ref ref_ ref_src ref_url refsrc refid referrer referer referral referrer_source'.split(' '),
)

/** Names that also stand for real things, and are only dropped with a value that tells the way here. */
const MEANINGLESS_BY_VALUE = new Set(
  'source src from via partner medium channel mod feature cid rss'.split(' '),
)

const FROM_WHERE =
  /^(1|true|yes|rss|feed|atom|email|e-?mail|newsletter|twitter|facebook|linkedin|reddit|hn|hackernews|hacker_news|instagram|whatsapp|telegram|slack|social|share|sharing|google|bing|yahoo|msn|syndication|homepage|home|push|app|web|youtu\.be)([-_.:].{0,100})?$/i
