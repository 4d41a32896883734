import { paths } from '../../paths.ts'
import type { Guide } from './guide.ts'

export const bringYourSpreadsheet: Guide = {
  slug: 'bring-your-spreadsheet',
  title: 'Bring your spreadsheet',
  summary:
    'Which columns are read, what happens to rows that cannot be, and why uploading twice does no harm.',
  lead: (
    <p>
      If you keep your companies in a spreadsheet, you need not type them again. Two columns are enough, and
      nothing is written before you have seen what would be.
    </p>
  ),
  sections: [
    {
      id: 'the-file',
      title: 'The file',
      body: (
        <>
          <p>CSV, XLSX or XLS, at most 5 MB. The first row holds the headings:</p>
          <table>
            <thead>
              <tr>
                <th scope="col">Column</th>
                <th scope="col">May also be called</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">Company</th>
                <td>Name, Company Name, company_name</td>
              </tr>
              <tr>
                <th scope="row">Website</th>
                <td>URL, Web, Company Website, company_website</td>
              </tr>
            </tbody>
          </table>
          <p>
            Capitals do not matter. Commas inside a name are fine when the name stands in quotes, as
            spreadsheet programs write it; files with semicolons are read as well. If you have no file yet,
            start from{' '}
            <a href={paths.template} download>
              the template
            </a>
            .
          </p>
        </>
      ),
    },
    {
      id: 'the-website',
      title: 'Why the website matters',
      body: (
        <p>
          The website tells two companies of the same name apart, and leads to the newsroom, the job board and
          the releases. The bulk upload page accepts rows without one; the Add Investment dialog asks for it.
          An address without <code>https://</code> is completed for you.
        </p>
      ),
    },
    {
      id: 'the-plan',
      title: 'The plan comes first',
      body: (
        <>
          <p>Choose Bulk Upload, drop the file, and read the plan:</p>
          <ul>
            <li>
              <strong>new</strong> rows will be added;
            </li>
            <li>
              <strong>duplicates</strong>, the same name and website as a company you have, will be left
              alone;
            </li>
            <li>
              <strong>skipped</strong> rows are listed with their row number and the reason, and can be
              downloaded, put right and uploaded again.
            </li>
          </ul>
          <p>
            A file is imported as a whole or not at all, so there is no half of a portfolio to clean up.
            Uploading the same file again adds nothing twice.
          </p>
        </>
      ),
    },
  ],
}
