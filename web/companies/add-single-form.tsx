import { useForm } from 'react-hook-form'
import { NewCompany } from '#domain/companies/company.ts'
import { Button } from '../ui/button.tsx'
import { DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { schemaResolver } from '../ui/schema-resolver.ts'
import { MoreDetails } from './more-details.tsx'
import { useAddCompany } from './queries.ts'

export function AddSingleForm({ onDone }: { onDone: () => void }) {
  const { mutate, isPending } = useAddCompany()
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: schemaResolver(NewCompany),
    defaultValues: { name: '', website: '', category: '', stage: '', investmentDate: '' },
  })
  const { errors } = formState
  const submit = handleSubmit((company) => {
    if (isPending) return
    mutate(company, {
      onSuccess: () => {
        reset()
        onDone()
      },
    })
  })
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <Field label="Company Name" error={errors.name?.message}>
        {(control) => (
          <Input {...control} {...register('name')} placeholder="Enter company name" autoComplete="off" />
        )}
      </Field>
      <Field label="Company Website" error={errors.website?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('website')}
            placeholder="https://example.com"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <MoreDetails
        control={register}
        problems={{
          category: errors.category?.message,
          stage: errors.stage?.message,
          investmentDate: errors.investmentDate?.message,
        }}
      />
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button look="primary" type="submit" busy={isPending}>
          {isPending ? 'Adding...' : 'Add Investment'}
        </Button>
      </DialogActions>
    </form>
  )
}
