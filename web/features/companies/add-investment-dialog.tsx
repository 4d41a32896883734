import { useState } from 'react'
import { Dialog, DialogActions, FormActions } from '../../ui/overlays/dialog.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { NewCompany } from '#domain/companies/company.ts'
import { isConflict, reasonOf } from '../../api/api-error.ts'
import { Button, Status } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/controls.tsx'
import { useCheckedForm } from '../../ui/forms/schema-check.ts'
import { MoreDetails, WebsiteField } from './company-fields.tsx'
import { useAddCompany } from './queries.ts'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { useToast } from '../../ui/overlays/toast.tsx'
import { FileDrop, TemplateFormat } from './import/file-drop.tsx'
import { handOver } from './import/handed-file.ts'
import { questionIn } from './import/reading-question.tsx'
import { useCheckFile, useCommitImport } from './import/queries.ts'
import { noFileInDialog, ALL_HERE, uploadProblem } from './messages.ts'
import type { ImportReport } from '#domain/companies/import/imports.ts'
import { hasSomethingToImport, ignoredColumnsLine, planSentence } from './import/plan-rows.ts'

export function AddInvestmentDialog({ onClose }: { onClose: () => void }) {
  const [tab, setTab] = useState('single')
  return (
    <Dialog
      title="Add Investment"
      description="Add a single company or upload multiple companies via CSV file."
      keepsText
      onClose={onClose}
    >
      <div>
        <Tabs
          label="How to add"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'single', label: 'Add Single', content: <AddSingleForm onDone={onClose} /> },
            { value: 'bulk', label: 'Bulk Upload', content: <BulkUploadForm onDone={onClose} /> },
          ]}
        />
      </div>
    </Dialog>
  )
}

function AddSingleForm({ onDone }: { onDone: () => void }) {
  const { mutate, isPending } = useAddCompany()
  const { problems, handlers } = useCheckedForm(NewCompany, (company, refuse) => {
    if (isPending) return
    mutate(company, {
      onSuccess: onDone,
      onError: (error) => {
        if (isConflict(error)) refuse({ name: reasonOf(error) })
      },
    })
  })
  return (
    <form {...handlers} noValidate className="grid gap-5">
      <TextField
        label="Company Name"
        error={problems.name}
        name="name"
        placeholder="Enter company name"
        autoComplete="off"
      />
      <WebsiteField label="Company Website" error={problems.website} name="website" />
      <MoreDetails control={(name) => ({ name })} problems={problems} />
      <FormActions action={isPending ? 'Adding...' : 'Add Investment'} busy={isPending} onCancel={onDone} />
    </form>
  )
}

const RULES = { strict: true }

export function BulkUploadForm({ onDone }: { onDone: () => void }) {
  const [file, setFile] = useState<File | null>(null)
  const { check, cancel, plan, error, isChecking } = useCheckFile(RULES)
  const { mutate, isPending } = useCommitImport(RULES, { undoInToast: true })
  const navigate = useNavigate()
  const toast = useToast()

  const choose = (chosen: File) => {
    setFile(chosen)
    check({ file: chosen })
  }
  const upload = () => {
    if (!file) return toast(noFileInDialog)
    cancel()
    mutate(
      { file },
      {
        onSuccess: () => {
          setFile(null)
          onDone()
        },
      },
    )
  }
  const seeRows = () => {
    handOver(file)
    onDone()
    void navigate({ to: paths.upload })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FileDrop
        file={file}
        onFile={choose}
        disabled={isPending}
        invitation="Drag and drop your file here"
        hint="Supported formats: CSV, XLSX (Max 5MB)"
      />
      <PlanSummary plan={plan} error={error} isChecking={isChecking} onSeeRows={seeRows} />
      <TemplateFormat />
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button variant="primary" disabled={!file} busy={isPending} onClick={upload}>
          {isPending ? 'Uploading...' : 'Upload Companies'}
        </Button>
      </DialogActions>
    </div>
  )
}

type Props = {
  plan: ImportReport | undefined
  error: Error | null
  isChecking: boolean
  onSeeRows: () => void
}

const LINK = 'min-h-8 cursor-pointer rounded-sm text-accent underline underline-offset-3'

function PlanSummary({ plan, error, isChecking, onSeeRows }: Props) {
  const ignored = plan ? ignoredColumnsLine(plan) : null
  return (
    <Status className="text-sm empty:hidden">
      {isChecking && <p className="appear-late text-muted">Checking the file...</p>}
      {error && <p className="break-words text-bad">{uploadProblem(error)}</p>}
      {questionIn(error) && (
        <button type="button" onClick={onSeeRows} className={LINK}>
          Choose how to read it
        </button>
      )}
      {plan && (
        <p>
          {hasSomethingToImport(plan) || plan.counts.invalid > 0 ? `${planSentence(plan)}.` : ALL_HERE}{' '}
          <button type="button" onClick={onSeeRows} className={LINK}>
            See every row
          </button>
        </p>
      )}
      {ignored && <p className="break-words text-muted">{ignored}</p>}
    </Status>
  )
}
