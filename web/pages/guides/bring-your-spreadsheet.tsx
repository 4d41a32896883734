import { paths } from '../../paths.ts'
import type { Guide } from './guide.ts'

export const bringYourSpreadsheet: Guide = {
  slug: 'bring-your-spreadsheet',
  title: 'Bring your spreadsheet',
  summary: 'Which columns are read, what happens to rows that cannot be, and why uploading twice does no harm.',
  lead: (
    <p>
      If you keep your companies in a spreadsheet, you need not type them again. Two columns are enough, and the bulk
      upload page shows what would be written before it is.
    </p>
  ),
  sections: [
    {
      id: 'the-file',
      title: 'The file',
      body: (
        <>
          <p>
            CSV, XLSX or XLS, at most 5 MB. One row near the top holds the headings; titles and dates above it are
            passed over:
          </p>
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
              <tr>
                <th scope="row">Category</th>
                <td>Sector, Industry, Vertical, Market</td>
              </tr>
              <tr>
                <th scope="row">Stage</th>
                <td>Round, Series, Funding Stage</td>
              </tr>
              <tr>
                <th scope="row">Date Invested</th>
                <td>Investment Date, Closing Date, Purchase Date</td>
              </tr>
            </tbody>
          </table>
          <p>
            Only the first is needed. Capitals do not matter, and other columns are ignored; the preview names them.
            Commas inside a name are fine when the name stands in quotes, as spreadsheet programs write it; files with
            semicolons or tabs are read as well. Of a workbook the first visible sheet is read. If you have no file yet,
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
          The website tells two companies of the same name apart, and leads to the newsroom, the job board and the
          releases. The bulk upload page accepts rows without one; the Add Investment dialog asks for it. An address
          without <code>https://</code> is completed for you.
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
              <strong>changed</strong> rows tell something new about a company you have: a category, a stage, a date, or
              the website where it had none. What the file leaves empty stays as it is, and a switch leaves all of them
              alone;
            </li>
            <li>
              <strong>duplicates</strong>, the same name and website as a company you have or as an earlier row, add
              nothing;
            </li>
            <li>
              rows that <strong>cannot be imported</strong> are listed with their number and the reason. What is left
              out can be downloaded, put right and uploaded again.
            </li>
          </ul>
          <p>
            A file is imported as a whole or not at all, so there is no half of a portfolio to clean up. Uploading the
            same file again adds nothing twice.
          </p>
        </>
      ),
    },
    {
      id: 'undo',
      title: 'And if it was the wrong file',
      body: (
        <p>
          Undo takes the whole import back, right after it or for 30 days under “Recent imports” on the bulk upload
          page. What it added is removed, and can still be brought back; what it changed gets its old value, unless you
          have changed it since. The file itself is never stored.
        </p>
      ),
    },
  ],
}
