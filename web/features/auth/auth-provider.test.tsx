// @vitest-environment happy-dom
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { memoryAuth, sampleSession } from '../../testing/memory-auth.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { useAuth } from './auth-provider.tsx'

function Status() {
  const { status, session } = useAuth()
  return (
    <p>
      {status} {session?.user.email}
    </p>
  )
}

test("outside its provider: 'useAuth must be used within an AuthProvider'", () => {
  expect(() => render(<Status />)).toThrow('useAuth must be used within an AuthProvider')
})

test('the state follows auth events, and cached data is cleared when the user changes', async () => {
  const auth = memoryAuth({ session: sampleSession() })
  const { queryClient } = renderPage(<Status />, { auth })
  await screen.findByText('signed-in ada@example.com')
  queryClient.setQueryData(['/api/companies'], ['private'])
  auth.emit('SIGNED_OUT', null)
  await screen.findByText('signed-out')
  await waitFor(() => expect(queryClient.getQueryData(['/api/companies'])).toBeUndefined())

  auth.emit('SIGNED_IN', sampleSession('ada@example.com', 'a'))
  await screen.findByText('signed-in ada@example.com')
  queryClient.setQueryData(['/api/companies'], ['private'])
  auth.emit('SIGNED_IN', sampleSession('bob@example.com', 'b'))
  await screen.findByText('signed-in bob@example.com')
  await waitFor(() => expect(queryClient.getQueryData(['/api/companies'])).toBeUndefined())
})
