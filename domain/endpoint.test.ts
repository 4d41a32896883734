import { expect, test } from 'vitest'
import { exportPortfolio, getCompany, listCompanies, undoImport } from './companies/endpoints.ts'
import { urlOf } from './endpoint.ts'

test('a call’s URL contains its escaped parameters and omits empty ones', () => {
  expect(urlOf(listCompanies)).toBe('/api/companies')
  expect(urlOf(getCompany, { params: { id: 7 } })).toBe('/api/companies/7')
  expect(urlOf(undoImport, { params: { id: '../a?b' } })).toBe('/api/companies/imports/..%2Fa%3Fb/undo')
  expect(urlOf(listCompanies, { query: { limit: 200, q: 'a & b', stage: '', sort: undefined } })).toBe(
    '/api/companies?limit=200&q=a+%26+b',
  )
  expect(urlOf(exportPortfolio, { query: { format: 'csv' } })).toBe('/api/companies/export?format=csv')
})
