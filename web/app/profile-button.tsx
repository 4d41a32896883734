import { Link, useLocation } from '@tanstack/react-router'
import { UserRound } from 'lucide-react'
import { paths } from '../paths.ts'

export function ProfileButton() {
  const { pathname } = useLocation()
  if (pathname === paths.profile) return null
  return (
    <Link
      to={paths.profile}
      aria-label="Profile"
      className="absolute top-3.5 right-4 z-10 grid size-11 place-items-center rounded-full border border-line-strong bg-surface text-muted shadow-lift hover:border-control-line hover:text-ink xl:fixed xl:right-6"
    >
      <UserRound aria-hidden className="size-5" strokeWidth={1.75} />
    </Link>
  )
}
