import { GAP, M, namedBy, pattern, S, words, type Wording } from './wording.ts'

const BOSS = words(
  String.raw`ceo|cfo|director(?:a)?(?: \p{L}+)?|president[ea]|fundador(?:a)?|cofundador(?:a)?|consejer[oa] delegad[oa]|jef[ea]`,
)
const STAFF = words('empleados|trabajadores|personas|puestos|empleos|plantilla')

export const SPANISH: Wording = {
  events: [
    {
      event: 'closure',
      does: pattern(
        `^${GAP}${words(String.raw`concurso de acreedores|quiebra|bancarrota|echa el cierre|baja la persiana|cesa (?:su actividad|operaciones)|liquidación|cierra sus puertas|cierra definitivamente`)}`,
      ),
      undergoes: pattern(String.raw`${words('quiebra|cierre|liquidación')} (?:de|del) (?:[\p{L}-]+ ){0,3}${S}`),
    },
    {
      event: 'acquisition',
      does: pattern(
        `^${GAP}${words('adquirida?|comprada?|vendida?|absorbida?')}${GAP}${words('por|a')}`,
        `^${GAP}${words('se vende|pasa a manos|cambia de manos|busca comprador')}`,
      ),
      undergoes: pattern(
        String.raw`${words('compra|adquiere|absorbe|se hace con|comprar|adquirir|ha comprado|ha adquirido')} (?:a )?(?:[\p{L}-]+ ){0,5}${S}`,
        String.raw`${words('compra|adquisición|venta|absorción')} (?:de|del) (?:[\p{L}-]+ ){0,4}${S}`,
      ),
    },
    {
      event: 'raise',
      does: pattern(
        `^${GAP}${words('levanta|levantado|cierra|cerrado|capta|captado|recauda|recaudado|obtiene|obtenido|recibe|consigue|logra|levantar|captar')}${GAP}(?:${M}|${words('ronda|financiación|financiamiento|inversión')})`,
        `^${GAP}${words('ronda de (?:financiación|inversión|financiamiento)|ronda')}${GAP}${M}`,
      ),
      undergoes: pattern(
        String.raw`${M} para (?:[\p{L}-]+ ){0,4}${S}`,
        String.raw`${words('invierte|invierten|inyecta|entra en el capital')}${GAP}${words('en|de')} (?:[\p{L}-]+ ){0,3}${S}`,
      ),
    },
    { event: 'ipo', cues: pattern(words('salida a bolsa|salir a bolsa|sale a bolsa|opv|debut bursátil')) },
    {
      event: 'layoffs',
      does: pattern(
        `^${GAP}${words('despide|despidió|despedido|recorta|recortó|recortará|prescinde|despedirá')}${GAP}${STAFF}`,
        `^${GAP}${words('despidos|ere|recorte de plantilla|regulación de empleo')}`,
      ),
      undergoes: pattern(String.raw`${words('despidos|ere|recortes?')} en (?:[\p{L}-]+ ){0,3}${S}`),
    },
    {
      event: 'departure',
      cues: pattern(
        `${BOSS}${GAP}${words('deja|dimite|renuncia|abandona|se va|sale de|dejará')}`,
        `${words('dimisión|salida|renuncia')} (?:de |del )(?:[\\p{L}-]+ ){0,2}${BOSS}`,
        `${words('deja|abandona')}${GAP}${BOSS}`,
      ),
    },
    {
      event: 'legal',
      cues: pattern(
        words(
          String.raw`demanda(?:da|do|n)? (?:a|contra|colectiva|por)|multa(?:da|do|n)?|juicio|tribunal|condenad[ao]|sanción|sancionad[ao]|investigad[ao]|investiga|imputad[ao]|querella`,
        ),
      ),
    },
    {
      event: 'incident',
      cues: pattern(
        words('filtración de datos|ciberataque|hackead[ao]|caída del servicio|brecha de seguridad|incendio|explosión'),
      ),
    },
    {
      event: 'purchase',
      does: pattern(
        `^ (?:ha |acaba de |va a )?${words('compra|comprado|comprar|adquiere|adquirido|adquirir|absorbe|se hace con|adquirió|compró')}(?! por)`,
        `^${GAP}${words('anuncia|anunciado|cierra|cerrado|completa')}${GAP}${words('la (?:compra|adquisición)')} de `,
      ),
    },
    {
      event: 'results',
      does: pattern(
        `^${GAP}${words('factura|facturó|facturación|ingresos|beneficios?|pérdidas|rentable|rentabilidad|ventas')}`,
      ),
    },
    {
      event: 'arrival',
      cues: pattern(
        `${words('nombra|nombrad[ao]|ficha|fichaje|nuev[ao]|incorpora|contrata|designa')}${GAP}${BOSS}`,
        `${words('como')} (?:nuev[ao] )?${BOSS}`,
      ),
    },
    {
      event: 'expansion',
      does: pattern(
        `^${GAP}${words('abre|abrirá|inaugura|desembarca|aterriza|se expande|expansión|entra en|llega a|nueva (?:fábrica|oficina|sede|planta)')}`,
      ),
    },
    {
      event: 'partnership',
      cues: pattern(words('alianza|acuerdo con|se alía|se asocia|colaboración con|contrato con|firma con')),
    },
    {
      event: 'launch',
      does: pattern(`^${GAP}${words('lanza|presenta|estrena|saca')} (?:${words('un|una|su|el|la|sus')})`),
    },
  ],
  denied: pattern(
    words(
      String.raw`desmiente|desmienten|desmintió|desmentido|niega|niegan|negó|ha negado|falso|falsa|rechaza|descarta|no está en venta|sin planes|cancela|cancelad[ao]|se rompe|fracasa|abandona(?:n)? (?:la|el) (?:compra|venta|operación)`,
    ),
  ),
  reported: pattern(
    words(
      String.raw`según (?:fuentes|personas|varias|informa)|estaría|habría|negocia\p{L}*|en (?:conversaciones|negociaciones)|rumores?|podría|planea|estudia|prevé|prepara|busca|quiere|ultima|explora`,
    ),
  ),
  past: pattern(
    words(
      String.raw`había|habían|hace (?:\p{L}+|\d+) (?:años?|meses)|el año pasado|el mes pasado|desde su fundación|hasta la fecha|anteriormente`,
    ),
  ),
  rival: pattern(words(String.raw`rival(?:es)?|competidor(?:a|es|as)?|competencia de`)),
  object: /(?<!\p{L})(?:de|del|en|por|con|para|contra|al?|sobre|ex-?|como|antigu[ao])\s*$/iu,
  valuation: /(?:valora|valoración|valuación|valuada)\p{L}*[^.;]{0,40}$/iu,
  total: /(?:en total|suma|acumula|desde su fundación|hasta la fecha)[^.;]{0,40}$/iu,
  investors: new RegExp(
    String.raw`(?:(?:[Ll]iderad|[Ee]ncabezad)[ao] por|[Cc]on la participación de) (?:el fondo |los fondos |la firma )?${namedBy('y|e')}`,
    'u',
  ),
  buyer: { buys: 'compra|adquiere|absorbe|se hace con|ha comprado|ha adquirido', by: 'por|a' },
  staff: new RegExp(
    String.raw`(?<share>\d{1,2}(?:[.,]\d)?) ?%|(?<count>\d[\d.]*) (?:de sus )?(?:[\p{Ll}-]+ )?${STAFF}`,
    'iu',
  ),
}
