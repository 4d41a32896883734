import { useQuery } from '@tanstack/react-query'
import type { AdminUser } from '#domain/admin/users.ts'
import { Button, Status } from '../../ui/button.tsx'
import { SearchBox } from '../../ui/forms/controls.tsx'
import { AccountBadges, LoadedRows, Row, Rows } from './rows.tsx'
import { GrantList } from './grant-list.tsx'
import { counted } from '../../ui/text.ts'
import { peopleQuery } from './queries.ts'
import { nameOf, accessText } from './text.ts'

const MOST_FOUND = 50

type Props = { words: string; onWords: (words: string) => void; onOpen: (id: string) => void }

export function People({ words, onWords, onOpen }: Props) {
  const found = useQuery(peopleQuery(words))
  return (
    <>
      <div className="flex max-w-105">
        <SearchBox
          label="Find accounts by email or name"
          placeholder="Email or name"
          value={words}
          onSearch={onWords}
          maxLength={320}
          waitMs={250}
          isTall
        />
      </div>
      <LoadedRows what="the accounts" query={found}>
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
      </LoadedRows>
      <GrantList />
    </>
  )
}

function Person({ person, onOpen }: { person: AdminUser; onOpen: () => void }) {
  return (
    <Row
      title={person.email || 'No email'}
      badge={<AccountBadges person={person} />}
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
  return counted(count, 'account', 'accounts')
}
