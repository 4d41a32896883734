type Listener = (event: object) => void
type Intent = { status?: string; last_payment_error?: object | null; last_setup_error?: object | null }
type Answer = Intent & { error?: object }
type Card = { confirm: (question: object) => Promise<Answer> }
type Bindings = { __elementType?: string }

/** Sent to the browser as source text, so it can't refer to anything outside the function. */
export function standInScript(): void {
  const FRAMES = 'https://js.stripe.com'
  const BANK = 'https://hooks.stripe.com'
  const API = 'https://api.stripe.com/v1'

  function createFrame(address: string, title: string): HTMLIFrameElement {
    const frame = document.createElement('iframe')
    frame.title = title
    frame.src = address
    frame.style.setProperty('border', '0', 'important')
    frame.style.setProperty('width', '100%', 'important')
    return frame
  }

  function createCard(options: object) {
    const listeners = new Map<string, Set<Listener>>()
    const waiting: ((answer: Answer) => void)[] = []
    const { port1: port, port2: theirs } = new MessageChannel()
    const frame = createFrame(`${FRAMES}/endive/card.html`, 'Secure card payment input frame')
    frame.style.setProperty('height', '20px', 'important')
    frame.style.setProperty('display', 'block', 'important')
    frame.addEventListener('load', () => frame.contentWindow?.postMessage(options, FRAMES, [theirs]), {
      once: true,
    })
    port.addEventListener('message', ({ data }: MessageEvent<{ event?: string; answer?: Answer }>) => {
      if (data.answer) waiting.shift()?.(data.answer)
      for (const listener of listeners.get(data.event ?? '') ?? []) listener(data)
    })
    port.start()
    return {
      on: (name: string, listener: Listener) =>
        void listeners.set(name, (listeners.get(name) ?? new Set()).add(listener)),
      off: (name: string, listener: Listener) => void listeners.get(name)?.delete(listener),
      mount: (place: Element) => place.replaceChildren(frame),
      update: (changed: object) => port.postMessage({ options: changed }),
      destroy: () => frame.remove(),
      confirm: (question: object) =>
        new Promise<Answer>((resolve) => {
          waiting.push(resolve)
          port.postMessage({ question })
        }),
    }
  }

  function askBank(address: string): Promise<void> {
    const cover = document.createElement('div')
    const frame = createFrame(address, 'Bank')
    for (const [name, value] of Object.entries({ position: 'fixed', inset: '0', 'z-index': '2147483647' }))
      cover.style.setProperty(name, value)
    frame.style.setProperty('height', '100%')
    cover.append(frame)
    document.body.append(cover)
    return new Promise((resolve) => {
      const hear = ({ origin, source }: MessageEvent) => {
        if (origin !== BANK || source !== frame.contentWindow) return
        removeEventListener('message', hear)
        cover.remove()
        resolve()
      }
      addEventListener('message', hear)
    })
  }

  const openWith = (key: string) => {
    const cards: ReturnType<typeof createCard>[] = []

    async function confirm(kind: 'payment' | 'setup', secret: string, card: Card) {
      const intent = `${kind}_intents/${secret.split('_secret_')[0]}`
      const words = new URLSearchParams({ client_secret: secret, key }).toString()
      const first = await card.confirm({ address: `${API}/${intent}/confirm`, words })
      if (first.error) return { error: first.error }
      if (first.status === 'requires_action') await askBank(`${BANK}/3d_secure/${intent}?${words}`)
      const last =
        first.status === 'requires_action'
          ? ((await (await fetch(`${API}/${intent}?${words}`)).json()) as Answer)
          : first
      return last.status === 'requires_payment_method'
        ? { error: last.last_payment_error ?? last.last_setup_error }
        : { [`${kind}Intent`]: last }
    }

    type Given = { payment_method: { card: Card } }
    return {
      elements: () => ({
        create: (_kind: string, options: object) => {
          const card = createCard(options)
          cards.splice(0, cards.length, card)
          return card
        },
        getElement: (kind: string | Bindings) =>
          (typeof kind === 'string' ? kind : kind.__elementType) === 'card' ? (cards[0] ?? null) : null,
        update: () => {},
      }),
      confirmCardPayment: (secret: string, given: Given) => confirm('payment', secret, given.payment_method.card),
      confirmCardSetup: (secret: string, given: Given) => confirm('setup', secret, given.payment_method.card),
      createToken: () => {},
      createPaymentMethod: () => {},
      registerAppInfo: () => {},
      _registerWrapper: () => {},
    }
  }

  Object.assign(globalThis, { Stripe: Object.assign(openWith, { version: 'endive' }) })

  // The real script loads more scripts, whose URLs it assigns as strings.
  const further = document.createElement('script')
  further.src = 'https://m.js.stripe.com/endive/further.js'
  document.head.append(further)
}
