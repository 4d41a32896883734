import { START } from '../test-app.ts'

const SECONDS = START.getTime() / 1000
const MONTH_SECONDS = 31 * 86_400

export type Habits = {
  ids: 'new' | 'same'
  lists: 'foreign' | 'asked'
  echoes: boolean
  subscription?: object
}

/** A mock that stores nothing: responses have the right shape and made-up content. */
export function forgetfulApi(habitsNow: () => Habits) {
  let made = 0

  return async (request: Request): Promise<Response> => {
    const habits = habitsNow()
    const { pathname, searchParams } = new URL(request.url)
    const [, , ...steps] = pathname.split('/')
    const collection = steps[0] === 'billing_portal' ? steps.slice(0, 2).join('/') : (steps[0] ?? '')
    const id = steps[0] === 'billing_portal' ? undefined : steps[1]
    const fixture = {
      ...FIXTURES[collection],
      ...(collection === 'subscriptions' ? habits.subscription : {}),
    }
    if (request.method === 'DELETE') return Response.json({ ...fixture, id, deleted: true })
    if (request.method === 'GET' && id) return Response.json({ ...fixture, id })
    if (request.method === 'GET') {
      const customer = habits.lists === 'asked' ? searchParams.get('customer') : null
      const one = { ...fixture, ...(customer ? { customer } : {}) }
      return Response.json({ object: 'list', data: [one], has_more: false, url: pathname })
    }
    made += 1
    const fresh = !id && habits.ids === 'new' ? { id: `${String(fixture.id)}_${made}` } : {}
    const echoed = habits.echoes ? flatOf(new URLSearchParams(await request.text())) : {}
    return Response.json({ ...fixture, ...echoed, ...(id ? { id } : fresh) })
  }
}

const flatOf = (form: URLSearchParams) => Object.fromEntries([...form].filter(([name]) => !name.includes('[')))

const FIXTURES: Record<string, Record<string, unknown>> = {
  customers: { id: 'cus_fixture', object: 'customer', created: SECONDS, metadata: {} },
  prices: {
    id: 'price_fixture',
    object: 'price',
    active: true,
    currency: 'usd',
    unit_amount: 2000,
    recurring: { interval: 'month', interval_count: 1 },
  },
  subscriptions: {
    id: 'sub_fixture',
    object: 'subscription',
    customer: 'cus_fixture',
    status: 'active',
    created: SECONDS,
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    metadata: {},
    default_payment_method: null,
    latest_invoice: { id: 'in_fixture', object: 'invoice', status: 'draft', confirmation_secret: null },
    items: {
      object: 'list',
      data: [
        {
          id: 'si_fixture',
          object: 'subscription_item',
          price: { id: 'price_fixture' },
          current_period_start: SECONDS,
          current_period_end: SECONDS + MONTH_SECONDS,
        },
      ],
    },
  },
  invoices: {
    id: 'in_fixture',
    object: 'invoice',
    status: 'open',
    number: null,
    created: SECONDS,
    total: 1000,
    currency: 'usd',
    customer: 'cus_fixture',
  },
  setup_intents: {
    id: 'seti_fixture',
    object: 'setup_intent',
    client_secret: 'seti_fixture_secret_x',
    customer: null,
    payment_method: null,
    status: 'requires_payment_method',
  },
  'billing_portal/sessions': { id: 'bps_fixture', url: 'https://provider.example/session' },
  events: {
    id: 'evt_fixture',
    object: 'event',
    type: 'customer.subscription.updated',
    created: SECONDS,
    data: { object: { id: 'sub_fixture', object: 'subscription', customer: 'cus_fixture' } },
  },
}
