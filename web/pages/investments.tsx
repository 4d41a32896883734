import { useState } from 'react'
import { AddInvestment, preloadAddInvestment } from '../companies/add-investment.tsx'
import { Portfolio } from '../companies/portfolio.tsx'
import { Button } from '../ui/button.tsx'
import { Page, PageHeading } from '../ui/page.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'

export function InvestmentsPage() {
  const [adding, setAdding] = useState(false)
  usePageTitle('Your Investments')
  return (
    <Page>
      <PageHeading
        actions={
          <Button look="primary" onClick={() => setAdding(true)} onFocus={preloadAddInvestment}>
            Add Company
          </Button>
        }
      >
        Your Investments
      </PageHeading>
      <div className="mt-7">
        <Portfolio onAdd={() => setAdding(true)} />
      </div>
      <AddInvestment open={adding} onClose={() => setAdding(false)} />
    </Page>
  )
}
