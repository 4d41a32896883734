const words = (text: string) => new Set(text.split(/\s+/))

/** Anyone can get an address at these domains or send through them. */
const FOR_ANYBODY = words(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com icloud.com me.com mac.com yahoo.com yahoo.co.uk
  ymail.com aol.com proton.me protonmail.com pm.me fastmail.com hey.com gmx.com gmx.de gmx.net web.de mail.com zoho.com
  tutanota.com yandex.com qq.com 163.com substack.com beehiiv.com visible.vc paperstreet.vc getcabal.com cabal.com
  mailchimpapp.com mcsv.net sendgrid.net googlegroups.com notion.so notion.site carta.com angellist.com angel.co
  docsend.com hubspot.com convertkit.com kit.com buttondown.email ghost.io intercom-mail.com`,
)

export const isForAnybody = (domain: string | null): boolean => domain === null || FOR_ANYBODY.has(domain)
