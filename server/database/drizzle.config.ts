import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/database/schema.ts',
    './server/database/auth-schema.ts',
    './server/database/auth-factor-schema.ts',
    './server/database/mail-schema.ts',
    './server/database/gather-schema.ts',
    './server/database/story-schema.ts',
    './server/database/billing-schema.ts',
    './server/database/left-schema.ts',
  ],
  out: './server/database/migrations',
  casing: 'snake_case',
  entities: { roles: false },
})
