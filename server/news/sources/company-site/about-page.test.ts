import { expect, test } from 'vitest'
import { companySite, now, poll, rssOf, sitemapsOf } from '../../../testing/network/company-site.ts'
import { leadersIn, topicsOf } from './about-page.ts'
import { discover } from './discovery.ts'

test('finds leaders by the role beside their name', () => {
  const page = `Our story
We make payroll for restaurants.

Dana Okoro
Co-founder and CEO

Mei-Lin Ferrer, Chief Technology Officer

Customer Stories
Our CEO reads every one

Tom Askwith – Managing Director
Kim Lee
Loves hiking`
  expect(leadersIn(page)).toEqual(['Dana Okoro', 'Mei-Lin Ferrer', 'Tom Askwith'])
})

test('topics are words that recur in post titles', () => {
  const titles = ['Tip pooling for kitchens', 'How tipping works in Texas', 'Payroll for kitchens', 'Hello', 'Hello']
  expect(topicsOf(titles)).toEqual(['kitchens'])
})

test('a scan reads the about page and the topics of the posts', async () => {
  const { facts } = await poll({
    '/': '<title>Acme</title><link rel="alternate" type="application/rss+xml" href="/feed.xml"><a href="/about">About us</a>',
    '/about': '<h1>Payroll for kitchens</h1><p>Dana Okoro, CEO</p>',
    '/feed.xml': rssOf('Payroll in kitchens', 'Kitchens and payroll tax'),
  })
  expect(facts).toEqual([
    'title Acme @ /',
    'text Payroll for kitchens Dana Okoro, CEO @ /about',
    'person Dana Okoro @ /about',
    'feed /feed.xml @ /',
    'topic payroll, kitchens @ /feed.xml',
  ])
})

test('an about page that robots.txt disallows is left alone', async () => {
  const site = await companySite({
    '/': '<title>Acme</title><a href="/about">About</a>',
    '/about': '<h1>Payroll for kitchens</h1>',
  })
  const company = { name: 'Acme', domain: null, website: site.url, aliases: [], facts: [] }
  const mayFetch = async (url: string) => !url.endsWith('/about')
  await discover(company, { fetch: site.safeFetch, now, mayFetch, sitemapsOf })
  expect(site.asked).not.toContain('/about')
  await site.close()
})
