// The content policy forbids building code from text. The schemas' library tries that as soon as a schema is made, and
// reads here whether it may: said before the first part of the application that has schemas can come.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
