const stored = [
  {
    what: 'Account',
    detail:
      'E-mail address, names if you give them, a one-way hash of your password, and a second factor if you set one up. Needed to let you in, and nobody else. Kept until you delete the account.',
  },
  {
    what: 'Sessions',
    detail:
      'When and with which browser you signed in, so that you can see your devices and sign them out. Kept until the session ends.',
  },
  {
    what: 'Portfolio',
    detail:
      'The companies you list, with website, category, stage and dates where you enter them, and the other names, feeds and rejected facts that you give them, which count for you alone. Kept until you remove them; a removed company can be brought back for 30 days.',
  },
  {
    what: 'Uploaded spreadsheets',
    detail:
      'Read to plan and carry out the import. The companies found in them are kept, the files are not. The name of the file, how many companies it added, and what it changed are kept for 30 days, so that you can undo it.',
  },
  {
    what: 'News',
    detail:
      'Public articles, filings and postings about the companies, with their addresses and dates. One record per company, shared by everyone who follows it, holding nothing about them.',
  },
  {
    what: 'Logos',
    detail:
      'Pictures found on the companies’ websites. One record per website, shared by everyone who lists it, holding nothing about them.',
  },
  {
    what: 'Trial and subscription',
    detail:
      'When the trial ends, whether you subscribe, your number at the card provider, the brand, last four digits and expiry of your card, and access that was given to you. Needed to give you access and to bill correctly. The card itself never reaches us.',
  },
  {
    what: 'Letters',
    detail:
      'Messages about your account: confirmation, password reset, security notices, receipts, failed payments, and two about the end of the trial, which you can switch off.',
  },
  {
    what: 'Record of administration',
    detail:
      'When an administrator looked at your account, gave access or closed it, and why. When you delete the account, it no longer says whose it was.',
  },
  {
    what: 'Technical log',
    detail:
      'Time, address requested, result and a request number for each call, to find faults and refuse attacks. The operator sets how long it is kept.',
  },
]

export function PrivacyStored() {
  return (
    <dl>
      {stored.map(({ what, detail }) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>{detail}</dd>
        </div>
      ))}
    </dl>
  )
}
