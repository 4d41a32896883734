import { expect, test } from 'vitest'
import { BOARD_FORMATS, type Board } from './board-formats.ts'

const JOB = {
  absolute_url: 'https://boards.greenhouse.io/acme/jobs/4001',
  id: 4001,
  internal_job_id: 4001,
  requisition_id: '12',
  company_name: 'Acme',
  location: { name: 'Remote' },
  first_published: '2019-01-01T00:00:00-04:00',
  updated_at: '2026-03-04T00:00:00-04:00',
  metadata: [],
  offices: [],
  content: '&lt;div&gt;We are hiring&lt;/div&gt;',
}

test('Lever: roles are read from a bare array', () => {
  const postings = [
    {
      id: 'a',
      text: ' Engineer ',
      createdAt: 1_772_530_200_000,
      categories: { team: 'Platform', department: 'Engineering' },
    },
    { text: 'Chef', categories: null },
    { text: '' },
    5,
  ]
  expect(BOARD_FORMATS.lever.parse(Buffer.from(JSON.stringify(postings)))).toEqual([
    { title: 'Engineer', department: 'Engineering' },
    { title: 'Chef', department: '' },
  ])
})

test('Greenhouse: only titles and departments are read, and untitled roles are left out', () => {
  const jobs = [
    { ...JOB, title: 'R&D Lead ', departments: [{ id: 1, name: ' R&D ', child_ids: [], parent_id: null }] },
    { ...JOB, title: 'Chef', departments: [], metadata: null, first_published: null },
    { ...JOB, title: '' },
  ]
  expect(BOARD_FORMATS.greenhouse.parse(Buffer.from(JSON.stringify({ jobs })))).toEqual([
    { title: 'R&D Lead', department: 'R&D' },
    { title: 'Chef', department: '' },
  ])
})

test('Ashby: unlisted roles are left out', () => {
  const jobs = [
    { title: 'Engineer', department: 'R&D', isListed: true, publishedAt: '2021-01-01' },
    { title: 'Secret', isListed: false },
  ]
  expect(BOARD_FORMATS.ashby.parse(Buffer.from(JSON.stringify({ apiVersion: '1', jobs })))).toEqual([
    { title: 'Engineer', department: 'R&D' },
  ])
})

test.each(['greenhouse', 'lever', 'ashby'] as const)('%s: a malformed answer is not a board', (name) => {
  for (const body of ['', '<!doctype html>', '5', 'null', '{"jobs":{}}', '{"error":"x"}'])
    expect(BOARD_FORMATS[name].parse(Buffer.from(body))).toBeNull()
})

const parsed = (board: Board, body: string) => BOARD_FORMATS[board].parse(Buffer.from(body))

test('departments are read in the format of each service', () => {
  const engineer = [{ title: 'Engineer', department: 'R&D' }]
  expect(parsed('workable', '{"jobs":[{"title":"Engineer","department":"R&D","shortcode":"A1"}]}')).toEqual(engineer)
  expect(parsed('smartrecruiters', '{"content":[{"name":"Engineer","department":{"label":"R&D"}}]}')).toEqual(engineer)
  expect(
    parsed('recruitee', '{"offers":[{"title":"Engineer","department":"R&D"},{"title":"X","status":"draft"}]}'),
  ).toEqual(engineer)
  expect(parsed('bamboohr', '{"result":[{"jobOpeningName":"Engineer","departmentLabel":"R&D"}]}')).toEqual(engineer)
  expect(
    parsed(
      'personio',
      '<workzag-jobs><position><name><![CDATA[Engineer]]></name><department>R&amp;D</department><jobDescriptions><jobDescription><name>Tasks</name></jobDescription></jobDescriptions></position></workzag-jobs>',
    ),
  ).toEqual(engineer)
  expect(
    parsed(
      'teamtailor',
      '<rss xmlns:tt="https://teamtailor.com/locations"><channel><title>Acme</title><item><title>Engineer</title><tt:department>R&amp;D</tt:department></item></channel></rss>',
    ),
  ).toEqual(engineer)
})

test('one page of a longer list is not taken for the whole list', () => {
  expect(parsed('smartrecruiters', '{"totalFound":140,"content":[{"name":"Engineer"}]}')).toBeNull()
})
