import { z } from 'zod'
import { Analytics, CompanyHeadlines, EventCounts, Timeline } from './analytics.ts'
import { endpoint, json, nothing } from '../endpoint.ts'
import { HiddenSuggestion, Suggestion, SuggestionName } from './discover.ts'
import { NewView, SavedView, SearchPage, SearchQuery } from './search.ts'

export const getAnalytics = endpoint({
  method: 'get',
  path: '/api/analytics',
  access: 'entitled',
  tag: 'Analytics',
  scope: 'news:read',
  summary: 'Get story counts by week, company, section, and source, and the companies that have gone quiet',
  answer: json(Analytics, 'The portfolio’s metrics'),
})

export const countEvents = endpoint({
  method: 'get',
  path: '/api/analytics/events',
  access: 'entitled',
  tag: 'Insights',
  scope: 'news:read',
  summary: 'Count what happened to your companies by event and month',
  description:
    'Covers the last 6 months, in UTC. A story counts for each of your companies, in the month it first appeared.',
  answer: json(EventCounts, 'The events that happened, the most significant first'),
})

export const listHeadlines = endpoint({
  method: 'get',
  path: '/api/analytics/headlines',
  access: 'entitled',
  tag: 'Insights',
  scope: 'news:read',
  summary: 'List the most important events of the last 90 days for each of your companies',
  description: 'At most 3 for each company. Companies without notable events are left out.',
  answer: json(z.array(CompanyHeadlines), 'Their events, the most important first'),
})

export const getTimeline = endpoint({
  method: 'get',
  path: '/api/companies/{id}/timeline',
  access: 'entitled',
  tag: 'Analytics',
  scope: 'news:read',
  summary: 'Get a company’s timeline of events, newest first',
  description: 'Events are funding, filings, hiring, releases, people, and press.',
  answer: json(Timeline, 'Its events, and its stories by week'),
})

const hidden = json(z.array(HiddenSuggestion), 'Your hidden suggestions, most recent first')

export const listSuggestions = endpoint({
  method: 'get',
  path: '/api/discover',
  forSupport: true,
  access: 'entitled',
  tag: 'Discover',
  summary: 'List companies mentioned in your news that are not in your portfolio',
  description:
    'Each comes with the stories that mention it and a sentence that names it. Companies come before investors.',
  answer: json(z.array(Suggestion), 'The suggestions, strongest first within each kind'),
})

export const listHiddenSuggestions = endpoint({
  method: 'get',
  path: '/api/discover/hidden',
  forSupport: true,
  access: 'entitled',
  tag: 'Discover',
  summary: 'List your hidden suggestions',
  answer: hidden,
})

export const hideSuggestion = endpoint({
  method: 'post',
  path: '/api/discover/hidden',
  access: 'entitled',
  tag: 'Discover',
  summary: 'Hide a suggestion',
  body: SuggestionName,
  answer: hidden,
})

export const unhideSuggestion = endpoint({
  method: 'delete',
  path: '/api/discover/hidden',
  access: 'entitled',
  tag: 'Discover',
  summary: 'Unhide a suggestion',
  body: SuggestionName,
  answer: hidden,
})

export const searchNews = endpoint({
  method: 'get',
  path: '/api/search',
  access: 'entitled',
  tag: 'Search',
  scope: 'search:read',
  example: 'q=raises&sort=newest',
  summary: 'Search the stories and briefs of your companies',
  description:
    'Filter by words, company, section, event, source, and dates. With words, the most relevant come first; without, the newest.',
  query: SearchQuery,
  answer: json(SearchPage, 'The results, and the cursor of the next page'),
})

export const listViews = endpoint({
  method: 'get',
  path: '/api/views',
  access: 'entitled',
  tag: 'Search',
  scope: 'search:read',
  summary: 'List your saved searches by name',
  answer: json(z.array(SavedView), 'The saved searches'),
})

export const saveView = endpoint({
  method: 'post',
  path: '/api/views',
  access: 'entitled',
  tag: 'Search',
  summary: 'Save a search',
  body: NewView,
  answer: json(SavedView, 'The saved search', 201),
})

export const deleteView = endpoint({
  method: 'delete',
  path: '/api/views/{id}',
  access: 'entitled',
  tag: 'Search',
  summary: 'Delete a saved search',
  answer: nothing('Deleted'),
})
