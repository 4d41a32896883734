/** Markdown; `%NAME%` is filled in. */
export const AGREEMENT = `# Data processing agreement

Template. Have it reviewed for your jurisdiction before you sign it.

Between the customer named below (the controller) and the operator of %PUBLIC_URL% (the processor).

## 1. Subject and duration

The processor stores and processes personal data that users of the customer enter into Tidings, for as long as the customer has an account there.

## 2. Nature and purpose

Tidings gathers news about the companies that the users list, and shows and sends it to them.

## 3. Kinds of data and data subjects

- Users: name, email address, sign-in records, settings
- What users enter: companies, positions, notes, founder updates
- People named in news and founder updates

## 4. Duties of the processor

The processor

1. acts only on documented instructions of the controller, of which using the product is one;
2. binds everyone who has access to confidentiality;
3. protects the data: each account's rows are separated in the database, connections are encrypted, passwords are stored as slow hashes, and every access by an administrator is recorded and announced to the account's owner;
4. helps the controller to answer requests of data subjects; users can download and delete their data themselves;
5. reports a personal data breach to the controller without undue delay, at the latest 48 hours after becoming aware of it;
6. deletes the data at the end, within the periods listed at %PUBLIC_URL%/trust;
7. makes available what the controller needs to verify all of this.

## 5. Subprocessors

The controller agrees to these, and is told of changes 30 days before they take effect:

%SUBPROCESSORS%

## 6. Contact

%SUPPORT_EMAIL%

| | Controller | Processor |
| --- | --- | --- |
| Name | | |
| Address | | |
| Date | | |
| Signature | | |
`
