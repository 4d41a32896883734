import { z } from 'zod'
import { CompanyCoverage, Coverage } from './coverage.ts'
import { endpoint, json } from '../endpoint.ts'
import {
  CompanyWithNews,
  CoverageQuery,
  FeedQuery,
  JoinedNews,
  LatestQuery,
  News,
  Refreshed,
  RefreshProgress,
  RefreshRequest,
} from './briefs.ts'
import { CompanyStory } from './stories.ts'
import { FactName, FeedAddress, IdentityCard, OwnAlias, RulePreview, StoryName } from './overrides.ts'

export const listLatestNews = endpoint({
  method: 'get',
  path: '/api/news',
  access: 'entitled',
  tag: 'News',
  scope: 'news:read',
  summary: 'List the latest news of each company, newest first; the Link header names the next page',
  query: LatestQuery,
  answer: json(z.array(JoinedNews), 'News with its company'),
})

export const getFeed = endpoint({
  method: 'get',
  path: '/api/news/feed',
  access: 'entitled',
  tag: 'News',
  scope: 'news:read',
  summary: 'List every company with its latest news, if any',
  description: 'With `limit` or `cursor`, you get one page, and the `Link` header names the next one.',
  query: FeedQuery,
  answer: json(z.array(CompanyWithNews), 'The feed'),
})

export const listCompanyNews = endpoint({
  method: 'get',
  path: '/api/companies/{id}/news',
  access: 'entitled',
  tag: 'News',
  scope: 'news:read',
  summary: 'List a company’s briefs, newest first',
  answer: json(z.array(News), 'The briefs'),
})

export const listStories = endpoint({
  method: 'get',
  path: '/api/companies/{id}/stories',
  access: 'entitled',
  tag: 'News',
  scope: 'news:read',
  summary: 'List the stories about a company with their evidence, newest first',
  answer: json(z.array(CompanyStory), 'The stories'),
})

export const getCoverage = endpoint({
  method: 'get',
  path: '/api/companies/{id}/coverage',
  access: 'entitled',
  tag: 'News',
  scope: 'news:read',
  summary: 'Get the sources polled for a company, their results, and the next poll',
  answer: json(Coverage, 'The coverage'),
})

export const listCoverage = endpoint({
  method: 'get',
  path: '/api/news/coverage',
  access: 'entitled',
  tag: 'News',
  scope: 'news:read',
  summary: 'List what was checked for each company, and when',
  query: CoverageQuery,
  answer: json(z.array(CompanyCoverage), 'A summary of each company’s coverage'),
})

export const refreshNews = endpoint({
  method: 'post',
  path: '/api/refresh-all-company-news-structured',
  access: 'entitled',
  tag: 'News',
  summary: 'Check these companies for news now',
  body: RefreshRequest,
  answer: json(Refreshed, 'The latest news, what could not be checked, and what is still being checked'),
})

export const getRefreshProgress = endpoint({
  method: 'get',
  path: '/api/refresh',
  forSupport: true,
  access: 'entitled',
  tag: 'News',
  summary: 'Get the progress of the current refresh, or of the first check of new companies',
  answer: json(RefreshProgress.nullable(), 'Done and total, or null when nothing is in progress'),
})

export const getIdentity = endpoint({
  method: 'get',
  path: '/api/companies/{id}/identity',
  forSupport: true,
  access: 'entitled',
  tag: 'Names and sources',
  summary: 'Get what is known about a company and where it was found',
  description: 'Includes your own aliases, feeds, and rejections.',
  answer: json(IdentityCard, 'The identity card'),
})

export const addAlias = endpoint({
  method: 'post',
  path: '/api/companies/{id}/aliases',
  access: 'entitled',
  tag: 'Names and sources',
  summary: 'Add an alias to search for, visible only to you',
  body: OwnAlias,
  answer: json(IdentityCard, 'The identity card', 201),
})

export const removeAlias = endpoint({
  method: 'delete',
  path: '/api/companies/{id}/aliases',
  access: 'entitled',
  tag: 'Names and sources',
  summary: 'Remove an alias and the news found with it',
  body: OwnAlias,
  answer: json(IdentityCard, 'The identity card'),
})

export const addFeed = endpoint({
  method: 'post',
  path: '/api/companies/{id}/feeds',
  access: 'entitled',
  tag: 'Names and sources',
  summary: 'Follow a feed for a company, visible only to you',
  body: FeedAddress,
  answer: json(IdentityCard, 'The identity card', 201),
})

export const removeFeed = endpoint({
  method: 'delete',
  path: '/api/companies/{id}/feeds',
  access: 'entitled',
  tag: 'Names and sources',
  summary: 'Unfollow a feed and remove its news',
  body: FeedAddress,
  answer: json(IdentityCard, 'The identity card'),
})

export const previewRejections = endpoint({
  method: 'post',
  path: '/api/companies/{id}/rejections/preview',
  access: 'entitled',
  tag: 'Names and sources',
  summary: 'Preview the rules that would reject a story, and what each would remove',
  body: StoryName,
  answer: json(z.array(RulePreview), 'The possible rules'),
})

export const addRejection = endpoint({
  method: 'post',
  path: '/api/companies/{id}/rejections',
  access: 'entitled',
  tag: 'Names and sources',
  summary: 'Reject a fact, story, publisher, or phrase that is not about a company',
  description: 'Everything found because of a rejected fact is removed from your view.',
  body: FactName,
  answer: json(IdentityCard, 'The identity card'),
})

export const removeRejection = endpoint({
  method: 'delete',
  path: '/api/companies/{id}/rejections',
  access: 'entitled',
  tag: 'Names and sources',
  summary: 'Undo a rejection',
  body: FactName,
  answer: json(IdentityCard, 'The identity card'),
})
