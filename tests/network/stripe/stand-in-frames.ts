type Style = Record<string, string | Record<string, string>>
type Options = { style?: { base?: Style; invalid?: Style } }
type Question = { address: string; words: string }

function cardFrame(): void {
  const field = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!
  const [number, expiry, code, place] = ['cardnumber', 'exp-date', 'cvc', 'postal'].map(field) as [
    HTMLInputElement,
    HTMLInputElement,
    HTMLInputElement,
    HTMLInputElement,
  ]
  const digits = ({ value }: HTMLInputElement) => value.replaceAll(/\D/g, '')

  const isNumber = (text: string) =>
    [...text].reduceRight((sum, digit, at) => {
      const worth = Number(digit) * ((text.length - at) % 2 === 0 ? 2 : 1)
      return sum + (worth > 9 ? worth - 9 : worth)
    }, 0) %
      10 ===
    0

  const wear = ({ style = {} }: Options) => {
    const root = document.documentElement.style
    const base = style.base ?? {}
    for (const name of ['color', 'iconColor', 'fontFamily', 'fontSize'])
      root.setProperty(`--${name}`, String(base[name]))
    root.setProperty('--placeholder', (base['::placeholder'] as Record<string, string>).color ?? '')
    root.setProperty('--invalid', String(style.invalid?.color))
  }

  addEventListener('message', ({ data, ports: [port] }: MessageEvent<Options>) => {
    if (!port) return
    wear(data)
    const tell = () => {
      const isWrong = digits(number).length >= 14 && !isNumber(digits(number))
      number.toggleAttribute('data-wrong', isWrong)
      port.postMessage({
        event: 'change',
        complete:
          digits(number).length >= 14 &&
          !isWrong &&
          [
            [expiry, 4],
            [code, 3],
            [place, 5],
          ].every(([input, length]) => digits(input as HTMLInputElement).length >= Number(length)),
        empty: number.value === '',
        error: isWrong ? { code: 'invalid_number', message: 'Your card number is invalid.' } : undefined,
      })
    }
    document.addEventListener('input', tell)

    const confirm = async ({ address, words }: Question) => {
      const form = new URLSearchParams(words)
      form.set('payment_method_data[type]', 'card')
      form.set('payment_method_data[card][number]', digits(number))
      form.set('payment_method_data[card][exp_month]', digits(expiry).slice(0, 2))
      form.set('payment_method_data[card][exp_year]', digits(expiry).slice(2))
      form.set('payment_method_data[card][cvc]', digits(code))
      form.set('payment_method_data[billing_details][address][postal_code]', digits(place))
      const response = await fetch(address, { method: 'POST', body: form })
      port.postMessage({ answer: (await response.json()) as object })
    }
    port.addEventListener('message', (event: MessageEvent<{ options?: Options; question?: Question }>) => {
      if (event.data.options) wear(event.data.options)
      if (event.data.question) void confirm(event.data.question)
    })
    port.start()
    port.postMessage({ event: 'ready' })
  })
}

function bankFrame(): void {
  const intent = location.pathname.replace('/3d_secure/', '')
  for (const button of document.querySelectorAll('button'))
    button.addEventListener('click', () => {
      const body = new URLSearchParams(location.search)
      body.set('outcome', button.value)
      void fetch(`https://api.stripe.com/v1/${intent}/_authenticate`, { method: 'POST', body }).then(() =>
        parent.postMessage('done', '*'),
      )
    })
}

const page = (title: string, style: string, body: string, script: () => void) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${style}</style>${body}<script>(${script.toString()})()</script></html>`

export const CARD_PAGE = page(
  'Card',
  `body { margin: 0; display: flex; align-items: center; height: 20px; overflow: hidden }
  svg { flex: none; width: 24px; fill: var(--iconColor); margin-right: 10px }
  input { all: unset; min-width: 0; font: var(--fontSize) var(--fontFamily); color: var(--color); width: 3.5em; margin-left: 8px }
  [name=cardnumber] { flex: 1; margin: 0 }
  ::placeholder { color: var(--placeholder) }
  [data-wrong] { color: var(--invalid) }`,
  `<svg viewBox="0 0 24 16" aria-hidden="true"><path d="M2 0h20a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H2a2 2 0 0 1-2-2V2a2 2 0 0 1 2-2Zm0 5v3h20V5Z"/></svg>
  <input name="cardnumber" aria-label="Credit or debit card number" placeholder="Card number" inputmode="numeric">
  <input name="exp-date" aria-label="Credit or debit card expiration date" placeholder="MM / YY" inputmode="numeric">
  <input name="cvc" aria-label="Credit or debit card CVC/CVV" placeholder="CVC" inputmode="numeric">
  <input name="postal" aria-label="Postal code" placeholder="ZIP">`,
  cardFrame,
)

export const BANK_PAGE = page(
  'Bank',
  'body { background: #fff; font: 16px system-ui; display: grid; place-content: center; gap: 12px; height: 95vh }',
  `<h1>3D Secure 2 Test Page</h1><button value="succeed">Complete</button><button value="fail">Fail</button>`,
  bankFrame,
)
