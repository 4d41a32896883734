import { GAP, M, namedBy, pattern, S, words, type Wording } from './wording.ts'

const BOSS = words(
  String.raw`ceo|cfo|cto|coo|president[ea]|diretora?(?: \p{L}+)?|fundadora?|cofundadora?|administradora?`,
)
const STAFF = words('funcionários|colaboradores|empregados|trabalhadores|pessoas|postos|equipe|equipa|quadro')
const ROUND = words('rodada|ronda|aporte|série [a-k]|investimento|financiamento')
const BUYS = 'compra|adquire|comprou|adquiriu|incorpora|absorve'

export const PORTUGUESE: Wording = {
  events: [
    {
      event: 'closure',
      does: pattern(
        `^${GAP}${words('falência|recuperação judicial|insolvência|(?:encerra|encerrou|encerrar) (?:as |suas |a )?(?:atividades|operações|atividade)|(?:fecha|fechou|fechar) as portas|vai fechar')}`,
      ),
      undergoes: pattern(
        String.raw`${words('falência|fim|encerramento|fechamento|recuperação judicial')} d[aoe] (?:[\p{L}-]+ ){0,3}${S}`,
      ),
    },
    {
      event: 'acquisition',
      does: pattern(
        `^${GAP}${words('comprada|comprado|adquirida|adquirido|vendida|vendido|incorporada|incorporado')}${GAP}${words('por|pelo|pela|pelos|pelas|a|à|ao|para')}`,
        `^${GAP}${words('está à venda|busca (?:um )?comprador|muda de mãos|passa a fazer parte|venda (?:para|à|ao)')}`,
      ),
      undergoes: pattern(
        String.raw`${words(`${BUYS}|comprar|adquirir`)} (?:[\p{L}\d%-]+ ){0,6}${S}`,
        String.raw`${words('compra|aquisição|venda')} d[aoe] (?:[\p{L}-]+ ){0,4}${S}`,
      ),
    },
    {
      event: 'raise',
      does: pattern(
        `^${GAP}${words('capta|captou|captar|levanta|levantou|levantar|recebe|recebeu|obtém|obteve|angaria|angariou|arrecada|arrecadou')}${GAP}(?:${M}|${ROUND})`,
        `^${GAP}${words('fecha|fechou|conclui|concluiu|anuncia|anunciou')}${GAP}${words('rodada|ronda|aporte|série [a-k]')}`,
        `^${GAP}${words('rodada|ronda|aporte')}${GAP}${M}`,
      ),
      undergoes: pattern(
        String.raw`${words('investe|investiu|investem|aporta|aportou|injeta|entra no capital')}${GAP}${words('em|na|no|da|do')} (?:[\p{L}-]+ ){0,3}${S}`,
        String.raw`${words('aporte|investimento')}${GAP}${words('em|na|no')} (?:[\p{L}-]+ ){0,3}${S}`,
        String.raw`${M} para (?:a |o )?(?:[\p{L}-]+ ){0,3}${S}`,
      ),
    },
    {
      event: 'ipo',
      cues: pattern(words('abertura de capital|ipo|abr(?:e|ir) (?:o )?capital|estreia na bolsa|entrada em bolsa')),
    },
    {
      event: 'layoffs',
      does: pattern(
        `^${GAP}${words('demite|demitiu|demitir|despede|despediu|despedir|corta|cortou|dispensa|dispensou|desliga|desligou')}${GAP}${STAFF}`,
        `^${GAP}${words('demissões|demissão em massa|layoff|despedimentos?|despedimento coletivo')}`,
      ),
      undergoes: pattern(
        String.raw`${words('demissões|layoff|despedimentos|cortes')} (?:na|no|em) (?:[\p{L}-]+ ){0,3}${S}`,
      ),
    },
    {
      event: 'departure',
      cues: pattern(
        `${BOSS}${GAP}${words('deixa|deixou|renuncia|renunciou|demite-se|demitiu-se|é demitid[ao]|afastad[ao]')}`,
        `${words('saída|renúncia|demissão')} d[aoe] ${GAP}${BOSS}`,
        `${words('deixa|perde')}${GAP}${BOSS}`,
      ),
    },
    {
      event: 'legal',
      cues: pattern(
        words(
          String.raw`processa|processad[ao]|processo (?:contra|judicial)|multa(?:d[ao])?|condenad[ao]|investigad[ao]|investiga|ação (?:judicial|coletiva|civil)|tribunal|procon|acusad[ao]`,
        ),
      ),
    },
    {
      event: 'incident',
      cues: pattern(
        words(
          String.raw`vazamento de dados|ciberataque|ataque (?:hacker|cibernético|informático)|hackead[ao]|incêndio|explosão|recall|fuga de dados|falha de segurança|fora do ar`,
        ),
      ),
    },
    {
      event: 'purchase',
      does: pattern(
        `^ (?:vai |acaba de )?${words(`${BUYS}|adquirir|comprar`)}(?! por)`,
        `^${GAP}${words('anuncia|anunciou|conclui|concluiu|fecha|fechou')}${GAP}${words('compra|aquisição')} d`,
      ),
    },
    {
      event: 'results',
      does: pattern(
        `^${GAP}${words('receitas?|faturamento|faturação|faturou|fatura|lucros?|prejuízos?|lucrativ[ao]|volume de negócios')}`,
      ),
    },
    {
      event: 'arrival',
      cues: pattern(
        `${words('nomeia|nomeou|contrata|contratou|promove')}${GAP}${BOSS}`,
        String.raw`${words('nov[ao]')} (?:[\p{L}-]+ )?${BOSS}`,
        `${words('como')} (?:nov[ao] )?${BOSS}`,
      ),
    },
    {
      event: 'expansion',
      does: pattern(
        `^${GAP}${words('(?:abre|abrirá)(?! (?:o )?capital)|inaugura|expande|expansão|desembarca|entra no mercado|nov[ao] (?:fábrica|sede|escritório|unidade|planta)')}`,
      ),
    },
    {
      event: 'partnership',
      cues: pattern(words('parceria|acordo com|aliança|se alia|contrato com|fecha (?:um )?contrato')),
    },
    {
      event: 'launch',
      does: pattern(`^${GAP}${words('lança|lançou|apresenta')} (?:${words('um|uma|o|a|seu|sua|nov[ao]')})`),
    },
  ],
  denied: pattern(
    words(
      String.raw`nega|negou|negam|desmente|desmentiu|fals[oa]|rejeita|rejeitou|descarta|descartou|não está à venda|sem planos|cancela|cancelou|cancelad[ao]|desiste|desistiu|fracass\p{L}+`,
    ),
  ),
  reported: pattern(
    words(
      String.raw`segundo (?:fontes|pessoas|apurou)|fontes|estaria|teria|negocia\p{L}*|em (?:conversas|conversações)|rumores|poderia|pode|planeja|planeia|estuda|avalia|busca|quer|prepara|prevê`,
    ),
  ),
  past: pattern(
    words(
      String.raw`havia|haviam|tinha|tinham|há (?:\p{L}+|\d+) (?:anos?|meses)|(?:ano|mês) passado|desde (?:a|sua) fundação|até (?:hoje|agora)|anteriormente`,
    ),
  ),
  rival: pattern(words(String.raw`rival|rivais|concorrentes?|concorre|competidor\p{L}*`)),
  object:
    /(?<!\p{L})(?:de|da|do|das|dos|na|no|em|por|pel[ao]|com|para|para [ao]|contra|à|ao|sobre|ex-?|como|antig[ao])\s*$/iu,
  valuation: /(?:avaliad[ao]|avaliação|valuation|valor de mercado)[^.;]{0,40}$/iu,
  total: /(?:no total|total de|ao todo|soma|desde (?:a|sua) fundação|até (?:hoje|agora))[^.;]{0,40}$/iu,
  investors: new RegExp(
    String.raw`(?:(?:[Ll]iderad|[Ee]ncabeçad|[Cc]apitanead)[ao] (?:por|pel[ao]s?)(?: fundos?)?|[Cc]om (?:a )?participação d[aoe]|[Aa]porte d[aoe]|[Dd]os fundos) ${namedBy('e')}`,
    'u',
  ),
  buyer: { buys: BUYS, by: 'por|pelo|pela|para a|para o|à|ao' },
  staff: new RegExp(
    String.raw`(?<share>\d{1,2}(?:,\d)?) ?%|(?<count>\d[\d.]*) (?:de seus |dos seus )?(?:[\p{Ll}-]+ )?${STAFF}`,
    'iu',
  ),
}
