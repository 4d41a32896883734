import type { Fault } from './fault.ts'

const UPDATES = ['server/updates/updates.test.ts']
const INBOUND = ['server/updates/inbound.test.ts']
const ATTRIBUTION = ['server/updates/attribute.test.ts']
const MALFORMED = ['server/updates/mail/malformed.test.ts']
const SIGNATURES = ['server/updates/mail/signatures.test.ts']

export const updateFaults: Fault[] = [
  {
    name: 'an unsigned update is filed',
    file: 'server/updates/attribute.ts',
    from: "if (!isTrusted[at]) return wait(level, 'unverified', found)",
    to: '',
    tests: ATTRIBUTION,
  },
  {
    name: 'a stranger who names a company is believed',
    file: 'server/updates/attribute.ts',
    from: "if (!isByOwner) return wait(innermost, 'unknown-sender', named)",
    to: '',
    tests: ATTRIBUTION,
  },
  {
    name: 'two senders are one',
    file: 'server/updates/mail/signatures.ts',
    from: "return found === 1 || (found === 0 && wanted !== 'from')",
    to: "return found > 0 || wanted !== 'from'",
    tests: SIGNATURES,
  },
  {
    name: 'a body signed in part counts',
    file: 'server/updates/mail/signatures.ts',
    from: "!isSubjectSigned || tags.has('l')) return false",
    to: '!isSubjectSigned) return false',
    tests: SIGNATURES,
  },
  {
    name: 'a subject that nobody signed counts',
    file: 'server/updates/mail/signatures.ts',
    from: "if (!names.includes('from') || !isSubjectSigned ||",
    to: "if (!names.includes('from') ||",
    tests: SIGNATURES,
  },
  {
    name: 'a sender that nobody signed counts',
    file: 'server/updates/mail/signatures.ts',
    from: "if (!names.includes('from') || !isSubjectSigned ||",
    to: 'if (!isSubjectSigned ||',
    tests: SIGNATURES,
  },
  {
    name: 'anybody may seal',
    file: 'server/updates/mail/signatures.ts',
    from: '!TRUSTED_SEALERS.has(domainOf(tags)) || tags.get',
    to: 'tags.get',
    tests: SIGNATURES,
  },
  {
    name: 'stale deliveries are accepted',
    file: 'server/updates/delivery.ts',
    from: 'if (age > SIGNATURE_MS || age < -AHEAD_MS) return false',
    to: '',
    tests: INBOUND,
  },
  {
    name: 'a token counts for several emails',
    file: 'server/updates/inbound.ts',
    from: 'if ((await store.useToken(token, hash, now)) !== hash) {',
    to: "if ((await store.useToken(token, hash, now)) === '') {",
    tests: INBOUND,
  },
  {
    name: 'no limit of emails a day',
    file: 'server/updates/inbound.ts',
    from: 'const MAX_PER_DAY = 200',
    to: 'const MAX_PER_DAY = 20_000',
    tests: INBOUND,
  },
  {
    name: 'an email of somebody else can be filed and deleted',
    file: 'server/updates/store.ts',
    from: 'const which = and(eq(updateMessages.id, id), eq(updateMessages.userId, userId))',
    to: 'const which = eq(updateMessages.id, id)',
    tests: UPDATES,
  },
  {
    name: 'a change of names drops updates',
    file: 'server/news/overrides/override-articles.ts',
    from: "            when 'update' then true\n",
    to: '',
    tests: UPDATES,
  },
  {
    name: 'a language model reads every update',
    file: 'server/news/briefs/model/model-store.ts',
    from: 'own.user_id = companies.user_id and own.allows_model',
    to: 'own.user_id = companies.user_id',
    tests: ['server/updates/model.test.ts'],
  },
  {
    name: 'a confirmation that nobody signed is shown',
    file: 'server/updates/confirmation.ts',
    from: 'if (!first?.isSigned || domain === null',
    to: 'if (!first || domain === null',
    tests: ATTRIBUTION,
  },
  {
    name: 'what an email quotes is what it says',
    file: 'domain/updates/email-text.ts',
    from: "block.kind === 'signature' || (block.kind === 'quote' && block.isFolded) ? [] : [block.text]",
    to: "block.kind === 'signature' ? [] : [block.text]",
    tests: ['domain/updates/email-text.test.ts'],
  },
  {
    name: 'a link in an email says where it pretends to lead',
    file: 'domain/updates/email-text.ts',
    from: 'text: shown, href: url.href',
    to: "text: 'link', href: url.href",
    tests: ['domain/updates/email-text.test.ts'],
  },
  {
    name: 'an email can link to scripts',
    file: 'server/updates/mail/html-text.ts',
    from: '/^https?:/i.test(href.trim()) ? ',
    to: '/^\\w+:/i.test(href.trim()) ? ',
    tests: ['server/updates/mail/mail-text.test.ts'],
  },
  {
    name: 'paragraphs of an email run together',
    file: 'server/updates/mail/mail-text.ts',
    from: "line !== '' || (at > 0 && lines[at - 1] !== '')",
    to: "line !== ''",
    tests: ['server/updates/mail/mail-text.test.ts'],
  },
  {
    name: 'text in the head of a signed email counts as signed',
    file: 'server/updates/mail/thread.ts',
    from: 'sender !== null && isAsSent && (await',
    to: 'sender !== null && (await',
    tests: MALFORMED,
  },
  {
    name: 'an email whose head does not end is empty',
    file: 'server/updates/mail/read-mail.ts',
    from: 'await parsed(ended ?? bytes)',
    to: 'await parsed(bytes)',
    tests: MALFORMED,
  },
  {
    name: 'any text is taken for broken UTF-8',
    file: 'server/updates/mail/malformed.ts',
    from: 'return isUtf8(bytes) ? ',
    to: 'return bytes ? ',
    tests: MALFORMED,
  },
  {
    name: 'plans are metrics',
    file: 'server/updates/metrics.ts',
    from: 'PLANNED.test(clause) ||',
    to: '',
    tests: ['server/updates/metrics.test.ts'],
  },
]
