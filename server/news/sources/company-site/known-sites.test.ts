import { expect, test } from 'vitest'
import { jobBoards } from './known-sites.ts'

const found = (html: string) => jobBoards(html).map(({ kind, value }) => `${kind} ${value}`)

test('finds job boards in links, frames and scripts', () => {
  expect(
    found(`<a href="https://apply.workable.com/acme/">Jobs</a><a href="https://apply.workable.com/acme/j/ABC123/">Job</a>
      <a href="https://careers.smartrecruiters.com/AcmeInc">Jobs</a><iframe src="https://Acme.recruitee.com"></iframe>`),
  ).toEqual(['workable acme', 'smartrecruiters AcmeInc', 'recruitee acme'])
  expect(
    found(`<a href="https://acme.jobs.personio.de/job/12?language=en">Job</a><a href='https://acme.jobs.personio.com'>Jobs</a>
      <script>open("https:\\/\\/acme.teamtailor.com\\/jobs")</script><a href=//acme-labs.bamboohr.com/careers>Jobs</a>`),
  ).toEqual(['personio acme', 'personio com:acme', 'teamtailor acme', 'bamboohr acme-labs'])
})

test('pages of the services themselves, and hosts that only look like theirs, are not boards', () => {
  expect(
    found(`<a href="https://www.teamtailor.com/en">ATS</a><a href="https://support.recruitee.com/">Help</a>
      <a href="https://apply.workable.com/j/ABC123">Job</a><a href="https://acme.bamboohr.com.evil.example/">x</a>
      <a href="https://acme.notrecruitee.com/">x</a><a href="mailto:x@acme.recruitee.com">x</a><img src="https://images.teamtailor-cdn.com/x">`),
  ).toEqual([])
})
