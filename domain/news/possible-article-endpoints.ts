import { z } from 'zod'
import { endpointsOf, json } from '../endpoint.ts'
import { PossibleArticle, PossibleArticleAnswer } from './possible-articles.ts'

const forSubscribers = endpointsOf({ access: 'entitled', tag: 'Names and sources' })

export const listPossibleArticles = forSubscribers('get', '/api/companies/{id}/possible-articles', {
  forSupport: true,
  summary: 'List articles that may be about your company, or about another of that name',
  answer: json(z.array(PossibleArticle), 'The newest three'),
})

export const answerPossibleArticle = forSubscribers('post', '/api/companies/{id}/possible-articles', {
  summary: 'Say whether such an article is about your company',
  body: PossibleArticleAnswer,
  answer: json(z.array(PossibleArticle), 'What is left'),
})
