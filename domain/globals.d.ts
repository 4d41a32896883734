// The server and the web have fuller declarations; the domain needs only these.
declare class URL {
  static parse(url: string, base?: string): URL | null
  readonly href: string
  readonly origin: string
  readonly protocol: string
  readonly username: string
  readonly password: string
  readonly hostname: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
}
declare class URLSearchParams {
  constructor(entries: [name: string, value: unknown][])
  toString(): string
}
