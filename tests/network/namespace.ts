import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { messageOf } from '#domain/errors.ts'

export const NAME_SERVER = '127.0.0.53'

/** Routes every address to this machine, so that a wildcard listener sees every connection. */
const SETUP = `
set -e
PATH="$PATH:/usr/sbin:/sbin"
if command -v ip >/dev/null; then ip=ip
elif command -v busybox >/dev/null && busybox ip link >/dev/null 2>&1; then ip="busybox ip"
else ip=""; fi
if [ -n "$ip" ]; then
  $ip link set lo up
  $ip route add local 0.0.0.0/0 dev lo
  $ip -6 route add local ::/0 dev lo 2>/dev/null || true
else
  python3 -c "$SANDBOX_NETLINK"
fi
mount --bind "$1" /etc/resolv.conf
mount --bind "$2" /etc/hosts
shift 2
exec "$@"
`

/** Does the same over netlink on machines without iproute2: brings the link up and adds a local route per family. */
const NETLINK = `
import os, socket, struct
s = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
def ask(kind, flags, body, must):
    s.send(struct.pack('=IHHII', 16 + len(body), kind, 5 | flags, 1, 0) + body)
    error = struct.unpack('=i', s.recv(4096)[16:20])[0]
    if error and must: raise OSError(-error, os.strerror(-error))
out = struct.pack('=HHI', 8, 4, 1)
ask(16, 0, struct.pack('=BxHiII', 0, 0, 1, 1, 1), True)
ask(24, 0x400, struct.pack('=BBBBBBBBI', socket.AF_INET, 0, 0, 0, 255, 3, 254, 2, 0) + out, True)
ask(24, 0x400, struct.pack('=BBBBBBBBI', socket.AF_INET6, 0, 0, 0, 255, 3, 0, 2, 0) + out, False)
`

export type Namespace = {
  start: (command: string[], environment?: Record<string, string>) => ChildProcess
  enter: (pid: number) => string[]
  remove: () => void
}

/** Why this machine has no private network, or null if it has one. */
export function missingNamespace(): string | null {
  try {
    openNamespace().remove()
    return null
  } catch (error) {
    return messageOf(error)
  }
}

export function openNamespace(): Namespace {
  const directory = mkdtempSync(join(tmpdir(), 'tidings-lab-'))
  const files = { 'resolv.conf': `nameserver ${NAME_SERVER}\noptions timeout:1 attempts:1\n`, hosts: '' }
  const paths = Object.entries(files).map(([name, text]) => {
    writeFileSync(join(directory, name), text)
    return join(directory, name)
  })
  const remove = () => rmSync(directory, { recursive: true, force: true })
  // Users other than root need a user namespace first.
  const isRoot = process.getuid?.() === 0
  const args = [...(isRoot ? [] : ['-r']), '-n', '-m', '/bin/sh', '-c', SETUP, 'lab', ...paths]
  const environment = { PATH: process.env.PATH, SANDBOX_NETLINK: NETLINK }

  const probe = spawnSync('unshare', [...args, 'true'], { env: environment, encoding: 'utf8' })
  if (probe.status !== 0) {
    remove()
    const why = probe.error?.message ?? probe.stderr.trim()
    throw new Error(`This machine gives no private network namespace (unshare -n -m): ${why}`)
  }
  return {
    start: (command, extra = {}) =>
      spawn('unshare', [...args, ...command], {
        env: { ...environment, ...extra },
        stdio: ['pipe', 'pipe', 'inherit'],
      }),
    enter: (pid) => ['nsenter', '-t', String(pid), '-n', '-m', ...(isRoot ? [] : ['-U', '--preserve-credentials'])],
    remove,
  }
}
