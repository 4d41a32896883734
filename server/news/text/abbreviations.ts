import { MONTH_NAMES } from '#domain/dates/months.ts'

/** Without their last period. In one list per language, because that is how people check them; all of them are used. */
const LANGUAGES: Record<string, { beforeName?: string; beforeNumber?: string; anywhere?: string }> = {
  en: {
    beforeName: 'mr mrs ms dr prof gen sen rep gov lt capt col sgt hon rev pres supt',
    beforeNumber: 'no nos p pp vol fig sec ch',
    anywhere: 'inc corp co ltd bros vs v approx ext bldg blvd sept jr sr st est dept univ assn rd',
  },
  de: {
    beforeName: 'hr fr dipl ing mag',
    beforeNumber: 'nr abs art bd kap tel',
    anywhere: 'mio mrd tsd bzw ca evtl ggf inkl exkl max min mind str usw vgl zzgl geb gest std',
  },
  fr: { beforeName: 'mme mlle mgr', beforeNumber: 'art chap', anywhere: 'cie env janv févr juil déc éd av' },
  es: {
    beforeName: 'sr sra srta dra dña',
    beforeNumber: 'núm art pág',
    anywhere: 'mill aprox avda cía ee uu',
  },
  it: { beforeName: 'sig ra dott avv', beforeNumber: 'art pag num', anywhere: 'mln mld ca' },
  nl: { beforeName: 'dhr mevr mw ir drs', beforeNumber: 'nr art blz', anywhere: 'bijv mln mld ca resp' },
  pt: { beforeName: 'sr sra dra eng exmo', beforeNumber: 'núm art pág', anywhere: 'ltda aprox cia av' },
  sv: { beforeNumber: 'nr s', anywhere: 'milj mdr ca dvs resp' },
}

const wordsOf = (kind: 'beforeName' | 'beforeNumber' | 'anywhere') =>
  new Set(Object.values(LANGUAGES).flatMap((language) => language[kind]?.split(' ') ?? []))

/** "Dr. Ames": no sentence ends here. */
export const BEFORE_NAME = wordsOf('beforeName')
/** "No. 5", but "Is it? No." */
export const BEFORE_NUMBER = wordsOf('beforeNumber')
/** "Acme Inc. hires", but "It was bought by Acme Inc. The price is unknown." */
export const ANYWHERE = wordsOf('anywhere').union(
  new Set(MONTH_NAMES.filter((name) => name.length > 3).map((name) => name.slice(0, 3).toLowerCase())),
)

/** Words that open a sentence and hardly anything that an abbreviation could continue with. */
export const OPENERS = new Set(
  `the a an this that these those it its he she they we i his her their our in on at as but and so if when while after
  before for with by from there what who how now then last next some many most all both each not yes
  der die das ein eine einen er sie es wir ihr ihre sein seine im am in an auf mit nach bei für aber und wenn auch dies
  diese dieser damit danach dabei nun so zum zur vom seit
  le la les un une des il elle ils elles on nous ce cette ces son sa ses leur leurs en au aux dans pour mais et avec après selon
  el los las una él ella ellos ellas este esta estos estas su sus en con para pero y según antes después hoy
  il lo gli i uno egli essa essi questo questa suo sua nel nella con per ma e secondo dopo
  de het een hij zij ze dit dat deze haar hun ook maar en met na volgens
  o os as um uma ele ela eles elas seu sua na em com mas segundo depois antes
  den det de ett en han hon vi sin deras men och med efter enligt`.split(/\s+/),
)
