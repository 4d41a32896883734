import { UserRound } from 'lucide-react'

type Person = {
  firstName: string | null
  lastName: string | null
  email: string
  profileImageUrl: string | null
}

export function Avatar({ person }: { person: Person }) {
  if (person.profileImageUrl) {
    return (
      <img
        src={person.profileImageUrl}
        alt=""
        className="size-14 rounded-full border border-line object-cover"
      />
    )
  }
  const initials = [person.firstName, person.lastName].map((name) => name?.trim()[0] ?? '').join('')
  return (
    <span
      aria-hidden
      className="grid size-14 flex-none place-items-center rounded-full bg-accent-soft font-serif text-lg font-semibold text-accent"
    >
      {initials.toUpperCase() || <UserRound className="size-6" />}
    </span>
  )
}
