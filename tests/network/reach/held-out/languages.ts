import { company } from '../company.ts'
import { dottedDate, frenchDate, isoDay, longDate, portugueseDate, spanishDate } from '../dates.ts'
import { plain, type Written } from '../makes/plain.ts'
import { escaped } from '../markup.ts'
import { sitesOf } from '../site.ts'

const site = sitesOf('held-out')

const german = company('Ölberg Systeme', {
  host: 'oelberg-systeme.lab',
  titles: [
    'Ölberg Systeme übernimmt Softwarehaus aus Bremen',
    'Auszeichnung für nachhaltige Lieferketten',
    'Neues Rechenzentrum geht ans Netz',
    'Interview mit unserer Entwicklungsleiterin',
    'Messeauftritt in Hannover: das haben wir gezeigt',
    'Kapitalerhöhung über 14 Millionen Euro',
    'Kooperation mit der Hochschule Aalen',
  ],
})
const french = company('Perlière', {
  host: 'perliere.lab',
  titles: [
    'Perlière annonce une levée de fonds de 8 millions',
    'Trois nouvelles fonctionnalités pour les comptables',
    'Notre équipe s’agrandit à Toulouse',
    'Un prix pour notre démarche sociale',
    'Retour sur le salon des entrepreneurs',
    'Accord de distribution avec Maison Galand',
    'Pourquoi nous ouvrons notre code',
  ],
})
const spanish = company('Quebracho', {
  titles: [
    'Quebracho abre oficina en Bogotá',
    'Nuevo módulo de inventario disponible',
    'Recibimos una inversión de 5 millones de dólares',
    'Premio a la mejor plataforma agrícola',
    'Alianza con cooperativas de la región',
    'Informe anual de sostenibilidad publicado',
    'Una guía para exportar sin papeles',
  ],
})
const japanese = company('Ruriiro', {
  titles: [
    '本社移転のお知らせをいたします',
    '新製品「瑠璃色ノート」を発表しました',
    '株式会社みなと銀行と業務提携',
    '総額十億円の資金調達を完了',
    '展示会で最優秀賞を受賞しました',
    '代表取締役の異動に関するお知らせ',
    '採用情報サイトを公開しました',
  ],
})
const portuguese = company('Sobreiro', {
  titles: [
    'Sobreiro capta investimento de 4 milhões de euros',
    'Nova fábrica abre portas em Évora',
    'Distinção para o nosso laboratório',
    'Parceria com produtores de cortiça',
    'Três lições do primeiro ano no Brasil',
    'Relatório de impacto já disponível',
    'Nomeada nova diretora de operações',
  ],
})
const trellis = company('Trellisworks')
const ursa = company('Ursa Harbor')

const written = (
  label: string,
  path: string,
  write: (date: Date) => string,
  language: string,
  more: Written = {},
): Written => ({
  label,
  path,
  language,
  entry: (post, href) =>
    `<a class="item" href="${href}"><span class="item-title">${escaped(post.title)}</span><span class="item-date">${write(post.date)}</span></a>`,
  articleLook: (post) => ({ dated: `<div class="date">${write(post.date)}</div>` }),
  ...more,
})

export const LANGUAGES = [
  site(
    german,
    { make: 'German: Neuigkeiten' },
    plain(german, written('Neuigkeiten', '/unternehmen/neues', dottedDate, 'de')),
  ),
  site(french, { make: 'French: Espace presse' }, plain(french, written('Espace presse', '/presse', frenchDate, 'fr'))),
  site(
    spanish,
    { make: 'Spanish: Sala de prensa' },
    plain(spanish, written('Sala de prensa', '/sala', spanishDate, 'es')),
  ),
  site(
    japanese,
    { make: 'Japanese: ニュース' },
    plain(
      japanese,
      written('ニュース', '/topics', (date) => isoDay(date).replaceAll('-', '.'), 'ja', {
        pathOf: ({ date }) => `/topics/${isoDay(date).replaceAll('-', '')}`,
      }),
    ),
  ),
  site(
    portuguese,
    { make: 'Portuguese: Notícias' },
    plain(portuguese, written('Notícias', '/atualidade', portugueseDate, 'pt-PT')),
  ),
  site(trellis, { make: 'link text Stories' }, plain(trellis, written('Stories', '/field', longDate, 'en'))),
  site(
    ursa,
    { make: 'link text Announcements' },
    plain(ursa, written('Announcements', '/notices', longDate, 'en', { pathOf: ({ slug }) => `/${slug}.html` })),
  ),
]
