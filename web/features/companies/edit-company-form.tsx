import { useRef, useState, type FormEvent } from 'react'
import { type Company, CompanyChange, duplicateCompanyMessage } from '#domain/companies/company.ts'
import { Button } from '../../ui/button.tsx'
import { check } from '../../ui/forms/schema-check.ts'
import { TextField } from '../../ui/forms/controls.tsx'
import { useUnsavedChanges } from '../../ui/forms/unsaved-changes.tsx'
import { useToast } from '../../ui/overlays/toast.tsx'
import { emptyName } from './messages.ts'
import { MoreDetails, WebsiteField, type DetailName } from './company-fields.tsx'
import { useEditCompany, useIsDuplicate } from './queries.ts'

export function EditCompanyForm({ company, onDone }: { company: Company; onDone: () => void }) {
  const { mutate } = useEditCompany(company)
  const toast = useToast()
  const [shown, setProblems] = useState<Record<string, string>>({})

  const form = useRef<HTMLFormElement>(null)
  const isSaved = useRef(false)
  const isDuplicate = useIsDuplicate()

  const given: Record<DetailName, string> = {
    category: company.category ?? '',
    stage: company.stage ?? '',
    investmentDate: company.investmentDate?.slice(0, 10) ?? '',
  }
  const before = { name: company.name, website: company.website ?? '', ...given }
  const { leave, question } = useUnsavedChanges(() => {
    if (isSaved.current || !form.current) return false
    const fields = new FormData(form.current)
    return Object.entries(before).some(([name, value]) => fields.get(name) !== value)
  })

  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const name = String(fields.get('name') ?? '')
    if (name.trim() === '') return toast(emptyName)
    // A date that was only derived from the positions must not be saved as if the user had entered it.
    if (given.investmentDate && fields.get('investmentDate') === given.investmentDate) fields.delete('investmentDate')
    const { value, problems } = check(CompanyChange, Object.fromEntries(fields))
    if (problems) return setProblems(problems)
    if (isDuplicate({ ...company, ...value })) return setProblems({ name: duplicateCompanyMessage(value.name ?? name) })
    isSaved.current = true
    mutate(value)
    onDone()
  }
  return (
    <form ref={form} onSubmit={save} noValidate className="grid max-w-130 gap-5">
      <TextField
        label="Company Name"
        error={shown.name}
        name="name"
        defaultValue={company.name}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- Edit was pressed for this
        autoFocus
      />
      <WebsiteField
        label="Website URL"
        optional
        error={shown.website}
        name="website"
        defaultValue={company.website ?? ''}
      />
      <MoreDetails
        control={(detail) => ({ name: detail, defaultValue: given[detail] })}
        problems={shown}
        isOpen={Object.values(given).some(Boolean)}
      />
      <div className="flex gap-3">
        <Button variant="primary" type="submit">
          Save
        </Button>
        <Button onClick={() => leave(onDone)}>Cancel</Button>
      </div>
      {question}
    </form>
  )
}
