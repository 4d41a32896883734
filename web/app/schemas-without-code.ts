// The CSP forbids eval. Zod tries it when a schema is created unless this is set first.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
