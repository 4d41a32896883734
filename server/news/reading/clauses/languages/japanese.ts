import { M, pattern, S, type Wording } from './wording.ts'

/** Japanese doesn't separate words, and the verb comes last. */
const within = '[^。]{0,80}?'

export const JAPANESE: Wording = {
  events: [
    {
      event: 'closure',
      does: pattern(`^[はがも、]?${within}(?:破産|倒産|廃業|解散|民事再生|事業を?停止|サービス(?:を)?終了)`),
    },
    {
      event: 'acquisition',
      does: pattern(`^[はがも、]${within}(?:買収され|傘下に入|子会社とな|に売却)`),
      undergoes: pattern(`${S}(?:を|の)(?:買収|子会社化|全株式|取得)`),
    },
    {
      event: 'raise',
      does: pattern(
        `^[はがも、]?${within}${M}${within}(?:調達|出資|増資)`,
        `^[はがも、]?${within}(?:資金調達|シリーズ[a-k]|第三者割当増資)`,
      ),
      undergoes: pattern(`${S}に${within}(?:出資|投資)`),
    },
    { event: 'ipo', cues: pattern('上場|IPO|新規株式公開') },
    { event: 'layoffs', does: pattern(`^[はがも、]${within}(?:人員削減|リストラ|解雇|希望退職)`) },
    { event: 'departure', cues: pattern('(?:社長|CEO|CFO|CTO|代表|会長|創業者)[^。]{0,40}?(?:退任|辞任|退職)') },
    { event: 'legal', cues: pattern('提訴|訴訟|行政処分|課徴金|業務停止命令|家宅捜索|逮捕') },
    { event: 'incident', cues: pattern('情報漏[えい洩]|不正アクセス|サイバー攻撃|システム障害|リコール|火災') },
    { event: 'purchase', does: pattern(`^[はがも、]${within}を(?:買収|子会社化|取得)`) },
    { event: 'results', does: pattern(`^[はがも、の]${within}(?:売上高|営業利益|純利益|黒字|赤字|決算)`) },
    { event: 'arrival', cues: pattern('(?:社長|CEO|CFO|CTO|代表|取締役)[^。]{0,40}?(?:就任|起用|任命)') },
    { event: 'expansion', does: pattern(`^[はがも、]${within}(?:進出|開設|新工場|新拠点|海外展開)`) },
    { event: 'partnership', cues: pattern('提携|協業|共同研究|共同開発|契約を?締結') },
    { event: 'launch', does: pattern(`^[はがも、]${within}(?:発売|提供を?開始|公開|リリース|発表会)`) },
  ],
  denied: pattern('否定|事実ではない|事実無根|誤り|撤回|中止|白紙|見送'),
  reported: pattern('検討|報道|報じ|関係者|見通し|協議|方針|交渉|計画'),
  past: pattern('年前|昨年|前年|かつて|累計|これまでに'),
  rival: pattern('競合|ライバル'),
  object: /(?:元|旧|対)\s*$/u,
  valuation: /評価額[^。]{0,20}$/u,
  total: /(?:累計|合計|総額)[^。]{0,20}$/u,
  investors: /(?:リード(?:投資家)?は|引受先は)(?<names>[\p{L}\p{N}・&.]{2,40}?)(?=など|が|、|。|$)/u,
  staff: /(?<share>\d{1,2}) ?[%％]|(?<count>\d[\d,]*) ?人/u,
}
