import { build, OWNER } from './build-message.ts'
import { appleForward, classicForward, gmailForward, localizedForward, outlookForward } from './forwards.ts'
import { byOwner, cedar, direct, fwd, mosaic, nested, northwind, plume, to, type MadeMessage } from './drafts.ts'
import { OTHER_LANGUAGES } from './other-languages.ts'
import { sealedBy } from './sealed.ts'

export const ATTRIBUTABLE: MadeMessage[] = [
  ...OTHER_LANGUAGES,
  to('Gmail forward, text and HTML', 'Cedar Robotics', byOwner({ subject: fwd(cedar), ...gmailForward(cedar) })),
  to(
    'Gmail forward, HTML only',
    'Northwind Labs',
    byOwner({ subject: fwd(northwind), html: gmailForward(northwind).html }),
  ),
  to(
    'Gmail forward with a note of one’s own',
    'Plume',
    byOwner({ subject: fwd(plume), ...gmailForward(plume, 'For my notes. Compare with Cedar Robotics.') }),
  ),
  to('Outlook forward', 'Cedar Robotics', byOwner({ subject: `FW: ${cedar.subject}`, ...outlookForward(cedar) })),
  to(
    'Outlook forward, HTML only',
    'Plume',
    byOwner({ subject: `FW: ${plume.subject}`, html: outlookForward(plume).html }),
  ),
  to(
    'Outlook forward of an old version',
    'Northwind Labs',
    byOwner({ subject: `FW: ${northwind.subject}`, text: classicForward(northwind) }),
  ),
  to(
    'Outlook forward in German',
    'Cedar Robotics',
    byOwner({ subject: `WG: ${cedar.subject}`, text: localizedForward('de', cedar) }),
  ),
  to(
    'Outlook forward in French',
    'Northwind Labs',
    byOwner({ subject: `TR: ${northwind.subject}`, text: localizedForward('fr', northwind) }),
  ),
  to(
    'Outlook forward in Spanish',
    'Plume',
    byOwner({ subject: `RV: ${plume.subject}`, text: localizedForward('es', plume) }),
  ),
  to('Apple Mail forward', 'Cedar Robotics', byOwner({ subject: fwd(cedar), ...appleForward(cedar) })),
  to(
    'Apple Mail forward, text only',
    'Northwind Labs',
    byOwner({ subject: fwd(northwind), text: appleForward(northwind).text }),
  ),
  to('Apple Mail forward, HTML only', 'Plume', byOwner({ subject: fwd(plume), html: appleForward(plume).html })),
  {
    name: 'forwarded as an attachment',
    expected: { company: 'Cedar Robotics' },
    make: async () =>
      build(
        byOwner({
          subject: fwd(cedar),
          text: '',
          attachments: await nested({ ...direct(cedar), signedBy: ['cedarrobotics.com'] }),
        }),
      ),
  },
  {
    name: 'a message inside a message',
    expected: { company: 'Northwind Labs' },
    make: async () =>
      build(
        byOwner({ subject: fwd(northwind), text: 'see below', attachments: await nested(direct(northwind), true) }),
      ),
  },
  {
    name: 'signed by the company, attached by a stranger',
    expected: { company: 'Cedar Robotics' },
    make: async () =>
      build({
        from: 'Ben <ben@elsewhere.example>',
        subject: 'Fwd',
        text: '',
        attachments: await nested({ ...direct(cedar), signedBy: ['cedarrobotics.com'] }),
      }),
  },
  to(
    'forward of a forward',
    'Cedar Robotics',
    byOwner({
      subject: `Fwd: ${fwd(cedar)}`,
      text: gmailForward({
        from: 'ben@partner.example',
        name: 'Ben',
        subject: fwd(cedar),
        text: outlookForward(cedar).text,
      }).text,
    }),
  ),
  to(
    'three forwards deep',
    'Plume',
    byOwner({
      subject: 'Fwd: Fwd: Fwd: letter',
      text: gmailForward({
        from: 'a@partner.example',
        name: 'A',
        subject: 'Fwd',
        text: gmailForward({ from: 'b@partner.example', name: 'B', subject: 'Fwd', text: gmailForward(plume).text })
          .text,
      }).text,
    }),
  ),
  to(
    'a founder who quotes somebody else',
    'Cedar Robotics',
    byOwner({
      subject: fwd(cedar),
      text: gmailForward({
        ...cedar,
        text: `${cedar.text}\n\n${gmailForward({ from: 'cto@northwindlabs.io', name: 'A customer', subject: 'Thanks', text: 'Great robots.' }).text}`,
      }).text,
    }),
  ),
  to('sent directly, signed by the company', 'Cedar Robotics', { ...direct(cedar), signedBy: ['cedarrobotics.com'] }),
  to('sent from a subdomain, signed by the domain', 'Plume', { ...direct(plume), signedBy: ['plume.health'] }),
  to('sent through a mail service that signs for both', 'Northwind Labs', {
    ...direct(northwind),
    signedBy: ['mail-service.example', 'northwindlabs.io'],
  }),
  to('forwarded by a rule, with its signature intact', 'Cedar Robotics', {
    ...direct(cedar),
    to: OWNER,
    headers: ['X-Forwarded-To: ada@in.tidings.example', 'Received: from mail.example'],
    signedBy: ['cedarrobotics.com'],
  }),
  {
    name: 'changed on the way, sealed by a provider',
    expected: { company: 'Northwind Labs' },
    make: () => sealedBy('google.com', { ...direct(northwind), signedBy: ['northwindlabs.io'] }),
  },
  to(
    'a domain of two labels',
    'Juniper Analytics',
    byOwner({
      subject: 'Fwd: Q4',
      ...gmailForward({
        from: 'tom@juniperanalytics.co.uk',
        name: 'Tom',
        subject: 'Q4',
        text: 'We closed the year at £2.1m ARR.',
      }),
    }),
  ),
  to(
    'a founder who writes from a free address',
    'Mosaic Bio',
    byOwner({ subject: fwd(mosaic), ...gmailForward(mosaic) }),
  ),
  to(
    'through an update service, by its name',
    'Mosaic Bio',
    byOwner({ subject: fwd(mosaic), ...outlookForward({ ...mosaic, from: 'updates@visible.vc', name: 'Mosaic Bio' }) }),
  ),
  to(
    'another ending of the same name',
    'Kestrel',
    byOwner({
      subject: 'Fwd: Kestrel update',
      ...gmailForward({
        from: 'lee@kestrel.io',
        name: 'Lee',
        subject: 'Kestrel update',
        text: 'We shipped. Our cash is $400k, and we plan to raise.\nLee, Kestrel',
      }),
    }),
  ),
  to(
    'two companies on one domain, one of them named',
    'Acorn Foods',
    byOwner({
      subject: 'Fwd: Acorn Foods in January',
      ...gmailForward({
        from: 'jo@acorn.group',
        name: 'Jo',
        subject: 'Acorn Foods in January',
        text: 'At Acorn Foods we opened our third kitchen. Revenue was $90k.',
      }),
    }),
  ),
  to(
    'copied into an email by hand',
    'Mosaic Bio',
    byOwner({
      subject: 'Mosaic Bio update',
      text: 'Pasted from our chat:\n\nMosaic Bio: we signed our first customer, and we are nine people now.\nPriya, Mosaic Bio',
    }),
  ),
  to(
    'encoded subject and umlauts',
    'Harbor',
    byOwner({
      subject: 'Fwd: Harbor – Überblick',
      ...gmailForward({
        from: 'jörg@harbor.so'.normalize('NFC').replace('ö', 'oe'),
        name: 'Jörg Müller',
        subject: 'Harbor – Überblick',
        text: 'We reached €50k MRR.',
      }),
    }),
  ),
  to(
    'an address in capitals',
    'Cedar Robotics',
    byOwner({ subject: 'FW: update', ...outlookForward({ ...cedar, from: 'Dana@CedarRobotics.COM' }) }),
  ),
  to(
    'with a report attached',
    'Cedar Robotics',
    byOwner({
      subject: fwd(cedar),
      ...gmailForward(cedar),
      attachments: [{ type: 'application/pdf', name: 'January.pdf', content: '%PDF-1.7 not really' }],
    }),
  ),
]
