import { z } from 'zod'
import { endpoint, json } from '../endpoint.ts'
import {
  Billing,
  CardSetup,
  PaymentToVerify,
  PortalAddress,
  SavedCard,
  StartedSubscription,
  VerifiedPayment,
} from './subscriptions.ts'
import { OutboxEmail, SubscriptionRemoved, TrialDays, TrialSet } from '../developer-pages.ts'

export const startSubscription = endpoint({
  method: 'post',
  path: '/api/get-or-create-subscription',
  access: 'user',
  tag: 'Billing',
  summary: 'Get the subscription that is waiting for your card, or start one',
  description: 'Answers 409 if you already have a paid subscription.',
  answer: json(StartedSubscription, 'What the card form needs'),
})

export const verifyPayment = endpoint({
  method: 'post',
  path: '/api/verify-payment-success',
  access: 'user',
  tag: 'Billing',
  summary: 'Check with the card provider whether your subscription is paid',
  body: PaymentToVerify,
  answer: json(VerifiedPayment, 'If not successful yet, the payment is pending'),
})

export const getBilling = endpoint({
  method: 'get',
  path: '/api/billing',
  access: 'user',
  tag: 'Billing',
  summary: 'Get your subscription, card, and invoices',
  answer: json(Billing, 'Your billing'),
})

export const cancelSubscription = endpoint({
  method: 'post',
  path: '/api/billing/cancel',
  access: 'user',
  tag: 'Billing',
  summary: 'Cancel your subscription at the end of the paid period',
  answer: json(Billing, 'Your billing'),
})

export const resumeSubscription = endpoint({
  method: 'post',
  path: '/api/billing/resume',
  access: 'user',
  tag: 'Billing',
  summary: 'Resume a canceled subscription before it ends',
  answer: json(Billing, 'Your billing'),
})

export const openPortal = endpoint({
  method: 'post',
  path: '/api/billing/portal',
  access: 'user',
  tag: 'Billing',
  summary: 'Get a short-lived link to the card provider’s own pages',
  description: 'With `{"flow": "payment_method_update"}` it opens the card form right away.',
  answer: json(PortalAddress, 'The link'),
})

export const setUpCard = endpoint({
  method: 'post',
  path: '/api/billing/card',
  access: 'user',
  tag: 'Billing',
  summary: 'Get the secret your browser needs to save another card',
  answer: json(CardSetup, 'Nothing is charged'),
})

export const chargeSavedCard = endpoint({
  method: 'post',
  path: '/api/billing/card/saved',
  access: 'user',
  tag: 'Billing',
  summary: 'Use the saved card from now on, and for any open invoice',
  body: SavedCard,
  answer: json(Billing, 'Your billing'),
})

export const receiveWebhook = endpoint({
  method: 'post',
  path: '/api/webhooks/stripe',
  access: 'public',
  tag: 'Billing',
  summary: 'Receive signed events from the card provider',
  answer: json(z.object({ received: z.literal(true) }), 'Received'),
})

export const setTrialDays = endpoint({
  method: 'post',
  path: '/api/test/set-trial-days',
  access: 'user',
  tag: 'Developer pages',
  summary: 'Set how many days your own trial has left',
  body: TrialDays,
  answer: json(TrialSet, 'When the trial now ends'),
})

export const removeSubscription = endpoint({
  method: 'post',
  path: '/api/test/remove-subscription',
  access: 'user',
  tag: 'Developer pages',
  summary: 'End your own subscription immediately',
  answer: json(SubscriptionRemoved, 'What was done'),
})

export const listOutbox = endpoint({
  method: 'get',
  path: '/api/test/outbox',
  access: 'public',
  tag: 'Developer pages',
  summary: 'List the emails that were not sent because there is no mail server, newest first',
  answer: json(z.array(OutboxEmail), 'The emails'),
})

export const sendTestEmail = endpoint({
  method: 'post',
  path: '/api/test/outbox',
  access: 'user',
  tag: 'Developer pages',
  summary: 'Send a test email to your own address',
  answer: json(z.object({ message: z.string() }), 'Sent'),
})
