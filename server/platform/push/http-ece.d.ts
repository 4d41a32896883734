declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  type Keys = { version: 'aes128gcm'; privateKey: ECDH; authSecret: string | Buffer }
  export function encrypt(body: Buffer, params: Keys & { dh: string }): Buffer
  export function decrypt(body: Buffer, params: Keys): Buffer
}
