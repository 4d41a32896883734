/** How mail clients label the header lines above a quoted email, for use in regular expressions. */
export const HEADER_LABELS = {
  from: 'From|Von|De|Da|Van|Från|Fra|Od|Lähettäjä|Kimden|От|Від|差出人|发件人|寄件者|보낸 사람',
  date: 'Date|Sent|Datum|Gesendet|Envoyé|Fecha|Enviado(?: el)?|Enviada(?: em)?|Data|Inviato|Verzonden|Skickat|Sendt|Wysłano|Odesláno|Lähetetty|Gönderildi|Tarih|Отправлено|Дата|Надіслано|送信日時|日付|发送时间|日期|寄件日期|보낸 날짜|날짜',
  subject:
    'Subject|Betreff|Objet|Asunto|Oggetto|Onderwerp|Ämne|Emne|Assunto|Temat|Předmět|Aihe|Konu|Тема|件名|主题|主旨|제목',
  to: 'To|An|À|Para|A|Aan|Till|Til|Pour|Do|Komu|Vastaanottaja|Kime|Кому|宛先|收件人|收件者|받는 사람',
  copy: 'Cc|Copie|Kopie|Bcc|Reply-To|Importance|Attachments|DW|Копия|抄送',
} as const

/** The colon after a label. French puts a space before it, and Chinese mail clients use a full-width one. */
export const LABEL_END = String.raw`[ \u00A0]?[:：]`

/** Words that show that the writer speaks for a company. */
export const FIRST_PERSON =
  /(?<!\p{L})(?:we|our|ours|us|wir|uns|unser(?:e[mnrs]?)?|nous|notre|nos|nosotros|nuestr[oa]s?|noi|nostr[oaei]|nós|noss[oa]s?|wij|ons|onze|vi|vår[at]?|våra|vores|nasz[aeą]?|nasi|náš|naše|biz|bizim|мы|наш\p{L}{0,3})(?!\p{L})|弊社|当社|私たち|私達|我々|我们|我們|우리|저희/iu
