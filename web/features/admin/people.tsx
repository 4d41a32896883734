import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { AdminUser } from '#domain/admin/users.ts'
import { Badge } from '../../ui/panel.tsx'
import { Button, Status } from '../../ui/button.tsx'
import { Input } from '../../ui/forms/controls.tsx'
import { Loaded, Row, Rows } from './rows.tsx'
import { peopleQuery } from './queries.ts'
import { nameOf, accessText, statusBadge } from './text.ts'

const WAIT_MS = 250
const MOST_FOUND = 50

type Props = { words: string; onWords: (words: string) => void; onOpen: (id: string) => void }

export function People({ words, onWords, onOpen }: Props) {
  const found = useQuery(peopleQuery(words))
  return (
    <>
      <SearchPeople words={words} onWords={onWords} />
      <Loaded what="the accounts" query={found}>
        {(people) => (
          <>
            <Status className="mt-4 mb-2 text-sm text-muted">{countText(people.length, words)}</Status>
            {people.length > 0 && (
              <Rows label="Accounts">
                {people.map((person) => (
                  <Person key={person.id} person={person} onOpen={() => onOpen(person.id)} />
                ))}
              </Rows>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

function SearchPeople({ words, onWords }: Pick<Props, 'words' | 'onWords'>) {
  const [typed, setTyped] = useState(words)
  useEffect(() => {
    if (typed.trim() === words) return
    const timer = setTimeout(() => onWords(typed.trim()), WAIT_MS)
    return () => clearTimeout(timer)
  }, [typed, words, onWords])
  return (
    <div className="relative max-w-105">
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <Input
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        aria-label="Find accounts by email or name"
        placeholder="Email or name"
        maxLength={320}
        autoComplete="off"
        spellCheck={false}
        className="pl-9"
      />
    </div>
  )
}

function Person({ person, onOpen }: { person: AdminUser; onOpen: () => void }) {
  const { label, tone } = statusBadge[person.subscriptionStatus]
  return (
    <Row
      title={person.email || 'No email'}
      badge={
        <>
          <Badge tone={tone}>{label}</Badge>
          {person.role === 'admin' && <Badge>Administrator</Badge>}
          {person.isNamedInSettings && <Badge>In ADMIN_EMAILS</Badge>}
        </>
      }
      text={[nameOf(person), accessText(person.entitlement)].filter(Boolean).join(' · ')}
      action={
        <Button aria-label={`Open ${person.email}`} onClick={onOpen}>
          Open
        </Button>
      }
    />
  )
}

function countText(count: number, words: string): string {
  if (count === 0) return words ? 'No accounts found.' : 'There are no accounts yet.'
  if (count === MOST_FOUND) return `The newest ${MOST_FOUND} accounts. Search to find others.`
  return count === 1 ? '1 account' : `${count} accounts`
}
