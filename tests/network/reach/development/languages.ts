import { company } from '../company.ts'
import { frenchDate, germanDate, japaneseDate, longDate, portugueseDate, shortDate, spanishDate } from '../dates.ts'
import { plain, type Written } from '../makes/plain.ts'
import { escaped } from '../markup.ts'
import { sitesOf } from '../site.ts'

const site = sitesOf('development')

const GERMAN = company('Uferwerk', {
  titles: [
    'Uferwerk gewinnt den Gründerpreis der Hansestadt',
    'Neue Schnittstelle für Lohnbuchhaltung verfügbar',
    'Wir begrüßen Jana Albers als Geschäftsführerin',
    'Uferwerk eröffnet Standort in Leipzig',
    'So sparen Handwerksbetriebe Zeit bei der Abrechnung',
    'Finanzierungsrunde über 9 Millionen Euro abgeschlossen',
    'Unser Rückblick auf die Fachmesse in Köln',
  ],
})
const FRENCH = company('Valmont Énergie', {
  host: 'valmont-energie.lab',
  titles: [
    'Valmont Énergie lève 12 millions d’euros',
    'Un nouveau directeur technique nous rejoint',
    'Ouverture de notre bureau à Nantes',
    'Pourquoi nous publions notre bilan carbone',
    'Partenariat avec la région Bretagne',
    'Une application pour suivre sa consommation',
    'Retour sur un an de recherche appliquée',
  ],
})
const SPANISH = company('Westera Salud', {
  titles: [
    'Westera Salud cierra una ronda de 6 millones de euros',
    'Abrimos una nueva sede en Valencia',
    'Presentamos la historia clínica compartida',
    'Acuerdo con tres hospitales de Castilla',
    'Nombramos a Lucía Ferrer directora médica',
    'Lo que aprendimos de diez mil consultas',
    'Certificación europea para nuestro dispositivo',
  ],
})
const JAPANESE = company('Yorishiro', {
  titles: [
    'シリーズBで25億円の資金調達を実施しました',
    '大阪に新しい開発拠点を開設',
    '新サービス「よりしろ倉庫」の提供開始',
    '最高財務責任者に田中美咲が就任',
    '物流展示会への出展について',
    '情報セキュリティ認証を取得しました',
    '導入事例:株式会社北斗運輸様',
  ],
})
const PORTUGUESE = company('Zarco Pagamentos', {
  titles: [
    'Zarco Pagamentos recebe aporte de 30 milhões de reais',
    'Nova conta digital para pequenos negócios',
    'Abrimos escritório em Recife',
    'Parceria com a rede Bom Mercado',
    'Ana Duarte assume a diretoria de produto',
    'Como reduzimos fraudes em 60 por cento',
    'Integração com o sistema fiscal já disponível',
  ],
})

const described = (label: string, path: string, write: (date: Date) => string, language: string): Written => ({
  label,
  path,
  language,
  entry: (post, href) =>
    `<li class="entry"><p class="entry__meta">${write(post.date)}</p><a class="entry__title" href="${href}">${escaped(post.title)}</a></li>`,
  around: (entries) => `<ul>${entries}</ul>`,
  articleLook: (post) => ({ dated: `<p class="meta">${write(post.date)}</p>` }),
})

const aubade = company('Aubade Robotics')
const birchmont = company('Birchmont')
const cinderblock = company('Cinderblock')
const dovetail = company('Dovetail Grid')

export const LANGUAGES = [
  site(GERMAN, { make: 'German: Aktuelles' }, plain(GERMAN, described('Aktuelles', '/aktuelles', germanDate, 'de'))),
  site(FRENCH, { make: 'French: Actualités' }, plain(FRENCH, described('Actualités', '/actualites', frenchDate, 'fr'))),
  site(SPANISH, { make: 'Spanish: Noticias' }, plain(SPANISH, described('Noticias', '/noticias', spanishDate, 'es'))),
  site(JAPANESE, { make: 'Japanese: お知らせ' }, plain(JAPANESE, described('お知らせ', '/info', japaneseDate, 'ja'))),
  site(
    PORTUGUESE,
    { make: 'Portuguese: Novidades' },
    plain(PORTUGUESE, described('Novidades', '/novidades', portugueseDate, 'pt-BR')),
  ),
  site(aubade, { make: 'link text Insights' }, plain(aubade, described('Insights', '/perspectives', longDate, 'en'))),
  site(birchmont, { make: 'link text Learn' }, plain(birchmont, described('Learn', '/academy', shortDate, 'en'))),
  site(
    cinderblock,
    { make: 'link text Press' },
    plain(cinderblock, described('Press', '/company/media', longDate, 'en')),
  ),
  site(
    dovetail,
    { make: 'link text News, posts at root slugs' },
    plain(dovetail, { ...described('News', '/whats-happening', longDate, 'en'), pathOf: ({ slug }) => `/${slug}` }),
  ),
]
