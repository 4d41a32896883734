import { paths } from '../../paths.ts'
import type { Guide } from './guide.ts'

export const yourData: Guide = {
  slug: 'your-data',
  title: 'Your data: export and deletion',
  summary: 'Three ways out for your portfolio, one for your account, and what remains afterwards.',
  lead: (
    <p>
      A portfolio is confidential and it is yours. You can take it out or delete it without asking anybody, also when
      the trial is over or you no longer pay.
    </p>
  ),
  sections: [
    {
      id: 'portfolio',
      title: 'Export the portfolio',
      body: (
        <p>
          Export, above your investments, gives you the companies with their analytics as CSV, Excel or JSON, or as a
          report to print: all of them, or those you have filtered or selected. The CSV and Excel files can be uploaded
          again and give the same companies, with website, category, stage and date.
        </p>
      ),
    },
    {
      id: 'everything',
      title: 'Export everything',
      body: (
        <p>
          “Export my data” on <a href={paths.security}>the security page</a> gives you one ZIP file with all that is
          stored about you, as JSON and CSV.
        </p>
      ),
    },
    {
      id: 'remove',
      title: 'Remove one company',
      body: (
        <p>
          Remove asks once and then takes the company out of your portfolio. If that was a mistake, Undo brings it back,
          and for 30 days you find it under “Recently removed”. After that it is deleted for good, together with its
          news.
        </p>
      ),
    },
    {
      id: 'delete',
      title: 'Delete the account',
      body: (
        <>
          <p>
            “Delete account” on <a href={paths.security}>the security page</a> asks for your password. It cancels a
            running subscription, signs out every device and removes your account and portfolio. There is no way back,
            so export first if in doubt.
          </p>
          <p>
            What remains: a keyed hash of your e-mail address, so that the free trial is not given twice. The card
            payment provider keeps your invoices for as long as the law requires. The{' '}
            <a href={paths.privacyPolicy}>privacy policy</a> has the details.
          </p>
        </>
      ),
    },
  ],
}
