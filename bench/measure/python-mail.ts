import { spawnSync } from 'node:child_process'
import { z } from 'zod'

const PROGRAM = `
import base64, email, email.policy, html.parser, json, sys

class Words(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.said, self.silent = [], 0
    def handle_starttag(self, tag, attributes):
        self.silent += tag in ('script', 'style', 'title', 'head')
        self.said.append(' ')
    def handle_endtag(self, tag):
        self.silent = max(0, self.silent - (tag in ('script', 'style', 'title', 'head')))
        self.said.append(' ')
    def handle_data(self, data):
        if not self.silent: self.said.append(data)

def rendered(text):
    words = Words()
    words.feed(text)
    words.close()
    return ''.join(words.said)

def attempt(work):
    try: return work()
    except Exception: return None

def parts(message, is_related=False):
    if message.get_content_type() == 'message/rfc822': return
    if message.is_multipart():
        for part in message.get_payload():
            yield from parts(part, is_related or message.get_content_type() == 'multipart/related')
    else: yield message, is_related

def read(line):
    message = email.message_from_bytes(base64.b64decode(line), policy=email.policy.default)
    found = {'plain': [], 'html': [], 'files': []}
    for part, is_related in parts(message):
        kind = part.get_content_type()
        name = attempt(part.get_filename)
        if kind in ('text/plain', 'text/html') and not part.is_attachment():
            text = attempt(part.get_content)
            if text is None:
                text = (attempt(lambda: part.get_payload(decode=True)) or b'').decode('utf-8', 'replace')
            found['plain' if kind == 'text/plain' else 'html'].append(text if kind == 'text/plain' else rendered(text))
        elif name and not is_related: found['files'].append(name)
    sender = attempt(lambda: message['from'].addresses[0])
    return {
        'subject': attempt(lambda: str(message['subject'] or '')),
        'sender': attempt(lambda: sender.addr_spec),
        'plain': '\\n'.join(found['plain']),
        'html': '\\n'.join(found['html']),
        'files': found['files'],
    }

for line in sys.stdin:
    print(json.dumps(attempt(lambda: read(line))), flush=True)
`

const Read = z.object({
  subject: z.string().nullable(),
  sender: z.string().nullable(),
  plain: z.string(),
  html: z.string(),
  files: z.array(z.string()),
})
/** An email as parsed by Python's standard library. A field that it can't parse is null. */
export type PythonMail = z.infer<typeof Read>

/** If Python is unavailable, prints why and returns null. */
export function readByPython(emails: Buffer[]): (PythonMail | null)[] | null {
  const input = emails.map((bytes) => `${bytes.toString('base64')}\n`).join('')
  const { status, stdout, stderr } = spawnSync('python3', ['-c', PROGRAM], {
    input,
    encoding: 'utf8',
    maxBuffer: 1024 * 1024 * 1024,
    env: { ...process.env, PYTHONIOENCODING: 'utf-8:replace' },
  })
  if (status !== 0) {
    console.log(`python3 does not run, so it is not compared: ${(stderr ?? '').slice(0, 300)}`)
    return null
  }
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => Read.nullable().parse(JSON.parse(line)))
}
