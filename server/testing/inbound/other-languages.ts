import { OWNER } from './build-message.ts'
import { byOwner, mosaic, to, waits, type MadeMessage } from './drafts.ts'
import { gmailForward, localizedForward } from './forwards.ts'

const { from } = mosaic
const SUBJECT = 'Mosaic Bio: 2026-01'

const labeled = (labels: [from: string, date: string, to: string, about: string], sent: string, text: string) =>
  `\n\n${labels[0]}: Priya <${from}>\n${labels[1]}: ${sent}\n${labels[2]}: Ada\n${labels[3]}: ${SUBJECT}\n\n${text}`

const inLanguage = (language: string, text: string) =>
  to(`an update in ${language}`, 'Mosaic Bio', byOwner({ subject: SUBJECT, text }))

const original = (text: string) => ({ from, name: 'Priya Nair', subject: SUBJECT, text })

/** An investor's newsletter about several of their companies. */
const LETTER =
  'Hello friends of Sapling,\n\nCedar Robotics raised a $12M Series A.\n\nNorthwind Labs grew ARR to $2M.\n\nPlume now serves 41 clinics.\n\nWe are proud of our founders.'
const sapling = { from: 'news@sapling.example', name: 'Sapling', subject: 'Our January', text: LETTER }

export const OTHER_LANGUAGES: MadeMessage[] = [
  inLanguage(
    'German',
    localizedForward('de', original('Liebe Investoren,\n\nbei Mosaic Bio ist unser zweiter Assay fertig.\n\nPriya')),
  ),
  inLanguage(
    'French',
    localizedForward('fr', original('Bonjour,\n\nChez Mosaic Bio, nous avons terminé le deuxième essai.\n\nPriya')),
  ),
  inLanguage(
    'Spanish',
    localizedForward('es', original('Hola,\n\nEn Mosaic Bio terminamos nuestro segundo ensayo.\n\nPriya')),
  ),
  inLanguage(
    'Japanese',
    labeled(
      ['差出人', '送信日時', '宛先', '件名'],
      '2026年2月2日 9:14',
      '株主の皆様\n\nMosaic Bioの1月の近況をお知らせします。弊社の社員は9名です。',
    ),
  ),
  inLanguage(
    'Chinese, with wide colons',
    labeled(
      ['发件人', '发送时间', '收件人', '主题'],
      '2026年2月2日 9:14',
      'Mosaic Bio 的近况：我们有九名员工。',
    ).replaceAll(/^(.{2,4}): /gm, '$1：'),
  ),
  inLanguage(
    'Polish',
    labeled(['Od', 'Wysłano', 'Do', 'Temat'], '2 lutego 2026', 'W Mosaic Bio nasz zespół liczy 9 osób.'),
  ),
]

export const LETTERS: MadeMessage[] = [
  waits(
    'a letter about several companies',
    'several',
    byOwner({ subject: 'Fwd: Our January', ...gmailForward({ ...sapling, to: OWNER }) }),
  ),
]
