// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { press, renderPage, type } from '../../testing/render-page.tsx'
import { sampleCompany } from '../../testing/sample-data.ts'
import { EditCompanyForm } from './edit-company-form.tsx'

const company = sampleCompany({ id: 7, name: 'Cedar Robotics', website: 'https://cedar.example' })

function open(names: { id: number; name: string; website: string | null }[] = []) {
  const done: string[] = []
  const server = fakeServer({ 'GET /api/companies/names': names, 'PATCH /api/companies/7': company })
  return {
    done,
    ...renderPage(<EditCompanyForm company={company} onDone={() => done.push('done')} />, {
      server,
      at: '/companies/7',
    }),
  }
}

test('a name and website that match another company are reported at the field', async () => {
  const { server, done } = open([
    { id: 7, name: 'Cedar Robotics', website: 'https://cedar.example' },
    { id: 8, name: 'Harbor', website: 'https://cedar.example' },
  ])
  await screen.findByLabelText('Company Name')
  type('Company Name', 'Harbor Inc.')
  await waitFor(() => expect(server.calls.some(({ path }) => path === '/api/companies/names')).toBe(true))
  await new Promise((resolve) => setTimeout(resolve))
  press('Save')
  await screen.findByText('Harbor Inc. is already in your portfolio')
  expect(screen.getByLabelText('Company Name').getAttribute('aria-invalid')).toBe('true')
  expect([done, server.calls.some(({ method }) => method === 'PATCH')]).toEqual([[], false])
  type('Company Name', 'Cedar Robotics Inc.')
  press('Save')
  await waitFor(() => expect(server.calls.some(({ method }) => method === 'PATCH')).toBe(true))
  expect(done).toEqual(['done'])
})

test('Cancel closes immediately if nothing has changed, and asks before discarding changes', async () => {
  const { done } = open()
  await screen.findByLabelText('Company Name')
  press('Cancel')
  expect(done).toEqual(['done'])
  type('Company Name', 'Other')
  press('Cancel')
  await screen.findByRole('dialog', { name: 'Discard your changes?' })
  press('Keep Editing')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Company Name').value).toBe('Other')
  expect(done).toHaveLength(1)
  press('Cancel')
  await screen.findByRole('dialog', { name: 'Discard your changes?' })
  press('Discard')
  expect(done).toHaveLength(2)
})

test('navigating to another page asks before discarding changes', async () => {
  const { router } = open()
  await screen.findByLabelText('Company Name')
  type('Company Name', 'Other')
  void router.navigate({ to: '/dashboard' })
  await screen.findByRole('dialog', { name: 'Discard your changes?' })
  expect(router.state.location.pathname).toBe('/companies/7')
  press('Discard')
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

test('saving does not ask for confirmation', async () => {
  const { router, done } = open()
  await screen.findByLabelText('Company Name')
  type('Company Name', 'Other')
  press('Save')
  expect(done).toEqual(['done'])
  void router.navigate({ to: '/dashboard' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

test('a profile page as the website is accepted, with a note that it finds less', async () => {
  renderPage(
    <EditCompanyForm
      company={sampleCompany({ website: 'https://www.linkedin.com/company/cedar' })}
      onDone={() => {}}
    />,
  )
  await screen.findByText(/^This looks like a profile page/)
  type('Website URL (optional)', 'https://cedar.example')
  expect(screen.queryByText(/^This looks like a profile page/)).toBeNull()
  type('Website URL (optional)', 'crunchbase.com/organization/cedar')
  screen.getByText(/^This looks like a profile page/)
})
