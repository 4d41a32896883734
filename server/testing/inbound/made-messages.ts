import { ATTRIBUTABLE } from './attributable.ts'
import { build, multipart, OWNER, type Draft } from './build-message.ts'
import { byOwner, cedar, direct, fwd, northwind, waits, type MadeMessage } from './drafts.ts'
import { gmailForward } from './forwards.ts'
import { LETTERS } from './other-languages.ts'
import { sealedBy } from './sealed.ts'

const WAITING: MadeMessage[] = [
  waits('the company’s address without a signature', 'unverified', direct(cedar)),
  waits('signed by somebody else', 'unverified', { ...direct(cedar), signedBy: ['attacker.example'] }),
  {
    name: 'signed, then changed',
    expected: { waits: 'unverified' },
    make: async () =>
      Buffer.from(
        (await build({ ...direct(cedar), signedBy: ['cedarrobotics.com'] }))
          .toString('latin1')
          .replace(/Subject: .*/, 'Subject: Please wire $50,000'),
      ),
  },
  {
    name: 'a second From header above the signed one',
    expected: { waits: 'unverified' },
    make: async () =>
      Buffer.concat([
        Buffer.from('From: Dana <dana@cedarrobotics.com>\r\n'),
        await build({ from: 'Eve <eve@attacker.example>', subject: 'x', text: 'y', signedBy: ['attacker.example'] }),
      ]),
  },
  {
    name: 'sealed by somebody we do not trust',
    expected: { waits: 'unverified' },
    make: () => sealedBy('attacker.example', { ...direct(northwind), signedBy: ['northwindlabs.io'] }),
  },
  waits('a forward that only claims to be the owner’s', 'unverified', {
    from: `Ada Angel <${OWNER}>`,
    subject: fwd(cedar),
    ...gmailForward(cedar),
  }),
  waits('forwarded by a stranger who signs', 'unverified', {
    from: 'Ben <ben@elsewhere.example>',
    subject: fwd(cedar),
    ...gmailForward(cedar),
    signedBy: ['elsewhere.example'],
  }),
  waits('the name of the owner, another address', 'unverified', {
    from: `"${OWNER}" <eve@attacker.example>`,
    subject: fwd(cedar),
    ...gmailForward(cedar),
    signedBy: ['attacker.example'],
  }),
  waits('a domain that only begins the same', 'unknown-sender', {
    from: 'Dana <dana@cedarrobotics.com.attacker.example>',
    subject: cedar.subject,
    text: cedar.text,
    signedBy: ['cedarrobotics.com.attacker.example'],
  }),
  waits('a stranger with a free address who names a company', 'unknown-sender', {
    from: 'Eve <eve@gmail.com>',
    subject: 'Cedar Robotics is shutting down',
    text: 'We at Cedar Robotics are shutting down. Our cash is gone.',
    signedBy: ['gmail.com'],
  }),
  waits(
    'another company that names one of yours',
    'unknown-sender',
    byOwner({
      subject: 'Fwd: Rival vs. Cedar Robotics',
      ...gmailForward({
        from: 'news@rival.example',
        name: 'Rival',
        subject: 'Rival vs. Cedar Robotics',
        text: 'We are better than Cedar Robotics. Our robots are faster.',
      }),
    }),
  ),
  waits(
    'two companies on one domain, none named',
    'several',
    byOwner({
      subject: 'Fwd: update',
      ...gmailForward({ from: 'jo@acorn.group', name: 'Jo', subject: 'Update', text: 'We opened our third kitchen.' }),
    }),
  ),
  waits(
    'two companies named by a free address',
    'several',
    byOwner({
      subject: 'Fwd: Cedar Robotics and Mosaic Bio',
      ...gmailForward({
        from: 'x@gmail.com',
        name: 'X',
        subject: 'Cedar Robotics and Mosaic Bio',
        text: 'Cedar Robotics raised, we hear. Mosaic Bio hired. Cedar Robotics grew. Mosaic Bio grew. We and our friends.',
      }),
    }),
  ),
  waits(
    'nobody is named',
    'no-company',
    byOwner({
      subject: 'Fwd: hello',
      ...gmailForward({
        from: 'x@gmail.com',
        name: 'X',
        subject: 'hello',
        text: 'We had a good month. Our team is happy.',
      }),
    }),
  ),
  waits('an empty message', 'no-company', byOwner({ subject: '', text: '' })),
  waits('a shared host is nobody’s own', 'unknown-sender', {
    from: 'Eve <eve@notion.site>',
    subject: 'Quillwork',
    text: 'We at Quillwork. Our news.',
    signedBy: ['notion.site'],
  }),
]

const confirmation: Draft = {
  from: 'Gmail Team <forwarding-noreply@google.com>',
  subject: '(#481204837) Gmail Forwarding Confirmation - Receive Mail from ada.angel@gmail.com',
  text: 'ada.angel@gmail.com has requested to automatically forward mail to your email address.\nConfirmation code: 481204837\n\nTo allow this, please click the link below to confirm the request:\n\nhttps://mail-settings.google.com/mail/vf-%5BANGjdJ8%5D-abcDEF\n\nIf you click the link and it appears to be broken, copy it.',
}

const deep = (levels: number): string =>
  Array.from({ length: levels }).reduce<string>(
    (inner) => multipart('mixed', [inner]),
    'Content-Type: text/plain\r\n\r\ndeep\r\n',
  )

const OTHERS: MadeMessage[] = [
  {
    name: 'a confirmation of Gmail',
    expected: 'confirmation',
    make: () => build({ ...confirmation, signedBy: ['google.com'] }),
  },
  { name: 'a confirmation that nobody signed', expected: { waits: 'unverified' }, make: () => build(confirmation) },
  {
    name: 'parts inside parts, 3,000 deep',
    expected: 'unreadable',
    make: async () => Buffer.from(`From: a@cedarrobotics.com\r\nMIME-Version: 1.0\r\n${deep(3000)}`),
  },
  {
    name: 'four megabytes of headers',
    expected: 'unreadable',
    make: async () =>
      Buffer.from(
        `From: a@cedarrobotics.com\r\n${'X-Pad: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n'.repeat(80_000)}\r\nbody`,
      ),
  },
  {
    name: '60,000 parts',
    expected: 'unreadable',
    make: async () =>
      Buffer.from(
        `From: a@cedarrobotics.com\r\nMIME-Version: 1.0\r\n${multipart(
          'mixed',
          Array.from({ length: 60_000 }, () => 'Content-Type: text/plain\r\n\r\nx'),
        )}`,
      ),
  },
  {
    name: 'a flood of encoded words',
    expected: { waits: 'unverified' },
    make: async () =>
      Buffer.from(
        `From: =?utf-8?Q?Dana?= <dana@cedarrobotics.com>\r\nSubject: ${'=?utf-8?B?w7zDvMO8?=\r\n '.repeat(4000)}end\r\n\r\nbody`,
      ),
  },
  {
    name: 'not a message at all',
    expected: { waits: 'unverified' },
    make: async () => Buffer.from([0, 255, 254, 13, 10, 0, 200]),
  },
]

export const MADE_MESSAGES = [...ATTRIBUTABLE, ...WAITING, ...LETTERS, ...OTHERS]
