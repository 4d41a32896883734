import { z } from 'zod'
import { endpointsOf, json, nothing } from '../endpoint.ts'
import { DismissedNeed, Morning, MorningQuery } from './morning/morning.ts'
import { CompanyStanding } from './standings.ts'
import { Mute, NewsAttention, NewsSummary, ReadAll, ReadStories } from './new-stories.ts'

const endpoint = endpointsOf({ access: 'entitled', tag: 'News' })

export const getNewsSummary = endpoint('get', '/api/news/summary', {
  scope: 'news:read',
  summary: 'Get what is new since you last read everything, the most important first',
  description: 'Also names the companies you muted.',
  answer: json(NewsSummary, 'What is new'),
})

export const getMorning = endpoint('get', '/api/news/morning', {
  scope: 'news:read',
  summary: 'Get the most important events of the day, and a line for each company with other news',
  description:
    'Every event of the last 7 days that was not read when the day began, at 5:00 AM in your time zone, the most important first; at most 7.',
  query: MorningQuery,
  answer: json(Morning, 'The day so far'),
})

export const listStandings = endpoint('get', '/api/news/standings', {
  scope: 'news:read',
  summary: 'List how each company is doing, with its latest event, the most important first',
  description:
    'At most 400 companies, those with the latest news. Companies without an event in the last 2 years, or any news in the last 6 months, are left out.',
  answer: json(z.array(CompanyStanding), 'One word and one event per company'),
})

export const dismissNeed = endpoint('post', '/api/news/needs/dismiss', {
  summary: 'Hide what needs you for 30 days, or until it changes',
  body: DismissedNeed,
  answer: nothing('Hidden'),
})

export const getNewsAttention = endpoint('get', '/api/news/attention', {
  scope: 'news:read',
  summary: 'Get the companies that need your attention',
  description: 'Companies whose sources stopped responding, and companies that went quiet.',
  answer: json(NewsAttention, 'What needs attention'),
})

export const markRead = endpoint('post', '/api/news/read', {
  summary: 'Mark stories as read, on every device',
  body: ReadStories,
  answer: nothing('Marked'),
})

export const markUnread = endpoint('post', '/api/news/unread', {
  summary: 'Mark stories as unread, on every device',
  body: ReadStories,
  answer: nothing('Marked'),
})

export const markAllRead = endpoint('post', '/api/news/read-all', {
  summary: 'Mark everything up to a moment as read',
  body: ReadAll,
  answer: nothing('Marked'),
})

export const muteCompany = endpoint('put', '/api/companies/{id}/mute', {
  summary: 'Mute a company for a week, a month or always, or unmute it',
  description: 'Its stories stay on its page, but they do not count as new and are not emailed.',
  body: Mute,
  answer: nothing('Done'),
})
