/** An email that mail programs quote when forwarding it. */
export type Original = { from: string; name: string; date?: string; subject: string; text: string; to?: string }

type Forwarded = { text: string; html: string }

const OWN_ADDRESS = 'ada.angel@gmail.com'

export function gmailForward(original: Original, note = ''): Forwarded {
  const { from, name, date = 'Mon, Feb 2, 2026 at 9:14 AM', subject, text, to = OWN_ADDRESS } = original
  const head = [`From: ${name} <${from}>`, `Date: ${date}`, `Subject: ${subject}`, `To: <${to}>`]
  const rows = `From: <strong class="gmail_sendername" dir="auto">${name}</strong> <span dir="auto">&lt;<a href="mailto:${from}">${from}</a>&gt;</span><br>Date: ${date}<br>Subject: ${subject}<br>To: &lt;<a href="mailto:${to}">${to}</a>&gt;<br>`
  return {
    text: `${note}\n\n---------- Forwarded message ---------\n${head.join('\n')}\n\n\n${text}`,
    html: `<div dir="ltr">${note}<br><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>${rows}</div><br><br>${paragraphs(text)}</div></div>`,
  }
}

export function outlookForward(original: Original, note = ''): Forwarded {
  const { from, name, date = 'Monday, February 2, 2026 9:14 AM', subject, text, to = OWN_ADDRESS } = original
  const head = [`From: ${name} <${from}>`, `Sent: ${date}`, `To: Ada Angel <${to}>`, `Subject: ${subject}`]
  const rows = `<b>From:</b> ${name} &lt;${from}&gt;<br><b>Sent:</b> ${date}<br><b>To:</b> Ada Angel &lt;${to}&gt;<br><b>Subject:</b> ${subject}`
  return {
    text: `${note}\n\n________________________________\n${head.join('\n')}\n\n${text}`,
    html: `<p>${note}</p><hr tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif">${rows}</font></div>${paragraphs(text)}`,
  }
}

/** Apple Mail quotes each line. */
export function appleForward(original: Original, note = ''): Forwarded {
  const { from, name, date = 'February 2, 2026 at 9:14:00 AM PST', subject, text, to = OWN_ADDRESS } = original
  const head = [`From: ${name} <${from}>`, `Subject: ${subject}`, `Date: ${date}`, `To: Ada Angel <${to}>`]
  const quoted = [...head, '', ...text.split('\n')].map((line) => `> ${line}`.trimEnd())
  const rows = head.map((line) => line.replace(/^(\w+:) (.*)$/, (_, label: string, value: string) => row(label, value)))
  return {
    text: `${note}\n\n\nBegin forwarded message:\n\n${quoted.join('\n')}`,
    html: `${note}<br><div><br><blockquote type="cite"><div>Begin forwarded message:</div><br>${rows.join('')}<br>${paragraphs(text)}</blockquote></div>`,
  }
}

/** The plain format of older programs, with "-----Original Message-----". */
export function classicForward({ from, name, date = '2/2/2026 9:14 AM', subject, text }: Original): string {
  const head = [`From: ${name} [mailto:${from}]`, `Sent: ${date}`, `To: ${OWN_ADDRESS}`, `Subject: ${subject}`]
  return `\n-----Original Message-----\n${head.join('\n')}\n\n${text}`
}

/** Outlook's header labels by language. */
const LABELS = {
  de: ['Von', 'Gesendet', 'An', 'Betreff'],
  fr: ['De\u00A0', 'Envoyé\u00A0', 'À\u00A0', 'Objet\u00A0'],
  es: ['De', 'Enviado', 'Para', 'Asunto'],
} as const

export function localizedForward(language: keyof typeof LABELS, { from, name, subject, text }: Original): string {
  const [sender, sent, to, about] = LABELS[language]
  const date = {
    de: 'Montag, 2. Februar 2026 09:14',
    fr: 'lundi 2 février 2026 09:14',
    es: 'lunes, 2 de febrero de 2026 9:14',
  }
  const head = [
    `${sender}: ${name} <${from}>`,
    `${sent}: ${date[language]}`,
    `${to}: Ada Angel`,
    `${about}: ${subject}`,
  ]
  return `\n\n${head.join('\n')}\n\n${text}`
}

const paragraphs = (text: string) =>
  text
    .split('\n')
    .map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`)
    .join('')

const row = (label: string, value: string) =>
  `<div style="margin: 0px;"><span><b>${label} </b></span><span>${value.replaceAll('<', '&lt;').replaceAll('>', '&gt;')}<br></span></div>`
