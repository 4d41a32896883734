import { z } from 'zod'
import { endpoint, endpointsOf, json } from '../endpoint.ts'
import { Checkout, PriceChoice, Quote } from './checkout.ts'
import { BillingDetails } from './tax.ts'
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

const forUsers = endpointsOf({ access: 'user', tag: 'Billing' })

export const startSubscription = forUsers('post', '/api/get-or-create-subscription', {
  summary: 'Get the subscription that is waiting for your card, or start one',
  description: 'Answers 409 if you already have a paid subscription.',
  answer: json(StartedSubscription, 'What the card form needs'),
})

export const startChosenSubscription = forUsers('post', '/api/billing/subscribe', {
  summary: 'The same, for a price and a promotion code of your choice',
  description: 'Where the operator offers them. An unpaid subscription for another price is replaced.',
  body: Checkout,
  answer: json(StartedSubscription, 'What the card form needs'),
})

export const verifyPayment = forUsers('post', '/api/verify-payment-success', {
  summary: 'Check with the card provider whether your subscription is paid',
  body: PaymentToVerify,
  answer: json(VerifiedPayment, 'If not successful yet, the payment is pending'),
})

export const getBilling = forUsers('get', '/api/billing', {
  forSupport: true,
  summary: 'Get your subscription, card, and invoices',
  answer: json(Billing, 'Your billing'),
})

export const cancelSubscription = forUsers('post', '/api/billing/cancel', {
  summary: 'Cancel your subscription at the end of the paid period',
  answer: json(Billing, 'Your billing'),
})

export const resumeSubscription = forUsers('post', '/api/billing/resume', {
  summary: 'Resume a canceled subscription before it ends',
  answer: json(Billing, 'Your billing'),
})

export const quoteCheckout = forUsers('post', '/api/billing/quote', {
  summary: 'Get what the first payment of a new subscription would be',
  body: Checkout,
  answer: json(Quote, 'The amounts; nothing is charged'),
})

export const quoteSwitch = forUsers('post', '/api/billing/switch/quote', {
  summary: 'Get what switching your subscription to another price would cost today',
  description: 'Days you have paid for are credited.',
  body: PriceChoice,
  answer: json(Quote, 'The amounts; nothing is charged'),
})

export const switchPrice = forUsers('post', '/api/billing/switch', {
  summary: 'Switch your subscription to another price',
  description: 'Days you have paid for are credited. If the card is declined, nothing changes.',
  body: PriceChoice,
  answer: json(Billing, 'Your billing'),
})

export const getBillingDetails = forUsers('get', '/api/billing/details', {
  forSupport: true,
  summary: 'Get the name, address, and tax id on your invoices',
  description: 'Only where the operator collects tax. They are kept by the card provider.',
  answer: json(BillingDetails.nullable(), 'The details, if there are any'),
})

export const saveBillingDetails = forUsers('put', '/api/billing/details', {
  summary: 'Change the name, address, and tax id on your invoices',
  body: BillingDetails,
  answer: json(BillingDetails, 'The details'),
})

export const openPortal = forUsers('post', '/api/billing/portal', {
  summary: 'Get a short-lived link to the card provider’s own pages',
  description: 'With `{"flow": "payment_method_update"}` it opens the card form right away.',
  answer: json(PortalAddress, 'The link'),
})

export const setUpCard = forUsers('post', '/api/billing/card', {
  summary: 'Get the secret your browser needs to save another card',
  answer: json(CardSetup, 'Nothing is charged'),
})

export const chargeSavedCard = forUsers('post', '/api/billing/card/saved', {
  summary: 'Use the saved card from now on, and for any open invoice',
  body: SavedCard,
  answer: json(Billing, 'Your billing'),
})

export const receiveWebhook = endpoint({
  method: 'post',
  path: '/api/webhooks/stripe',
  access: 'public',
  tag: 'Service',
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
