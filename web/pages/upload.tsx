import { NO_VALID_COMPANIES } from '#domain/companies/files.ts'
import { useState } from 'react'
import { questionIn, questionOf, ReadingQuestion } from '../features/companies/import/reading-question.tsx'
import { ChooseFile } from '../features/companies/import/file-drop.tsx'
import { hasSkippedRows, hasSomethingToImport, ignoredColumnsLine } from '../features/companies/import/plan-rows.ts'
import { PlanView } from '../features/companies/import/plan-view.tsx'
import { RecentImports, UndoImport } from '../features/companies/import/recent-imports.tsx'
import {
  SkippedRowsButton,
  Uploading,
  UploadFailure,
  UploadSuccess,
} from '../features/companies/import/upload-result.tsx'
import { useImport } from '../features/companies/import/use-import.ts'
import { uploadProblem } from '../features/companies/messages.ts'
import { paths } from '../paths.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { BackLink, Page, PageHeading } from '../ui/page.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

const RULES = { strict: false }

const pair = 'flex justify-end gap-3 max-sm:grid max-sm:auto-cols-fr max-sm:grid-flow-col max-sm:*:px-2'

export function UploadPage() {
  usePageTitle('Bulk Upload')
  return (
    <Page narrow>
      <BackLink to={paths.investments}>Your Investments</BackLink>
      <PageHeading>Bulk Upload</PageHeading>
      <div className="mt-2">
        <Steps />
      </div>
    </Page>
  )
}

function Steps() {
  const { file, plan, update, ticks, result, error, choose, upload, startOver, ...now } = useImport(RULES)
  const [isChoosing, setChoosing] = useState(false)
  const question = questionIn(error) ?? (isChoosing && plan ? questionOf(plan) : null)
  const cancel = <LinkButton to={paths.investments}>Cancel</LinkButton>
  const action = (
    <Button variant="primary" disabled={plan && !hasSomethingToImport(plan, update, ticks)} onClick={upload}>
      Upload Companies
    </Button>
  )
  if (file && now.isUploading) return <Uploading fileName={file.name} shown={now.shown} />
  if (file && result) {
    const { report, skippedRows } = result
    const { new: added, changed, positions } = report.counts
    return (
      <UploadSuccess counts={report.counts} note={ignoredColumnsLine(report)} onAnother={() => startOver(null)}>
        {skippedRows !== null && <SkippedRowsButton rules={RULES} file={file} rows={skippedRows} />}
        {report.importId !== null && (
          <UndoImport
            label="Undo This Import"
            done={{ id: report.importId, fileName: file.name, added, changed, positions }}
            onUndone={() => startOver(null)}
          />
        )}
      </UploadSuccess>
    )
  }
  if (file && question && now.sent === null) {
    return (
      <ReadingQuestion
        key={isChoosing ? 'change' : 'ask'}
        file={file}
        rules={RULES}
        question={question}
        reason={error ? uploadProblem(error) : null}
        onChoose={(choice) => {
          setChoosing(false)
          now.readAgain(choice)
        }}
        actions={
          <Button onClick={() => (isChoosing ? setChoosing(false) : startOver(null))}>
            {isChoosing ? 'Back' : 'Choose Another File'}
          </Button>
        }
      />
    )
  }
  if (file && error) {
    return (
      <>
        <UploadFailure error={error} onRetry={() => startOver(file)}>
          {uploadProblem(error) === NO_VALID_COMPANIES && <SkippedRowsButton rules={RULES} file={file} />}
        </UploadFailure>
        <RecentImports />
      </>
    )
  }
  if (file && plan) {
    return (
      <PlanView
        fileName={file.name}
        plan={plan}
        update={update}
        onUpdate={now.setUpdate}
        ticks={ticks}
        onTicks={now.setTicks}
        choice={now.reading}
        onRead={now.readAgain}
        onColumns={() => setChoosing(true)}
        actions={
          <div className="grid gap-3 sm:flex sm:flex-row-reverse sm:flex-wrap sm:justify-between">
            <div className={pair}>
              {cancel}
              {hasSomethingToImport(plan) && action}
            </div>
            <div className="grid gap-3 sm:-ml-3.5 sm:flex sm:flex-wrap">
              <Button variant="quiet" onClick={() => startOver(null)}>
                Choose Another File
              </Button>
              {hasSkippedRows(plan) && (
                <SkippedRowsButton rules={RULES} file={file} update={update} choice={now.choice} />
              )}
            </div>
          </div>
        }
      />
    )
  }
  return (
    <>
      <ChooseFile
        file={file}
        onFile={choose}
        sent={now.sent}
        again={now.again}
        actions={
          <div className={pair}>
            {cancel}
            {action}
          </div>
        }
      />
      <RecentImports />
    </>
  )
}
