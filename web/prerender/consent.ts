const CHOICE_KEY = 'consent'
const SENT_KEY = 'conversion-sent'

export type Consent = 'off' | 'refused-by-browser' | 'ask' | 'granted' | 'refused'

/** The browser's privacy signal overrides earlier consent. */
export function consentOf(facts: { configured: boolean; privacySignal: boolean; choice: string | null }): Consent {
  if (!facts.configured) return 'off'
  if (facts.privacySignal) return 'refused-by-browser'
  if (facts.choice === 'yes') return 'granted'
  return facts.choice === 'no' ? 'refused' : 'ask'
}

export function startConsent(send: (url: string) => void = sendImage) {
  const bar = document.getElementById('consent-bar')
  const panel = document.getElementById('consent-panel')
  let choice = read('localStorage', CHOICE_KEY)

  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-consent]')) {
    button.addEventListener('click', () => {
      choice = button.dataset.consent ?? 'no'
      write('localStorage', CHOICE_KEY, choice)
      show()
    })
  }
  show()

  function show() {
    const consent = consentOf({
      configured: conversionUrl() !== '',
      privacySignal: hasPrivacySignal(),
      choice,
    })
    if (bar) {
      bar.hidden = consent !== 'ask'
      if (consent === 'granted') sendOnce(send)
    }
    if (panel) {
      panel.hidden = consent === 'off'
      for (const line of panel.querySelectorAll<HTMLElement>('[data-when]')) {
        line.hidden = !line.dataset.when?.split(' ').includes(consent)
      }
    }
  }
}

const conversionUrl = () => document.querySelector<HTMLMetaElement>('meta[name=conversion-url]')?.content ?? ''

const hasPrivacySignal = () =>
  navigator.doNotTrack === '1' || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)

function sendOnce(send: (url: string) => void) {
  if (read('sessionStorage', SENT_KEY)) return
  write('sessionStorage', SENT_KEY, 'yes')
  send(conversionUrl())
}

/** The CSP allows the provider nothing but an image. */
function sendImage(url: string) {
  new Image().src = url
}

type Store = 'localStorage' | 'sessionStorage'

// If storage is blocked, even accessing the property throws.
function read(store: Store, key: string): string | null {
  try {
    return window[store].getItem(key)
  } catch {
    return null
  }
}

function write(store: Store, key: string, value: string) {
  try {
    window[store].setItem(key, value)
  } catch {
    // Storage can be blocked.
  }
}
