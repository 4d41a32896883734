import { createRoutes } from '../http/route.ts'
import type { Admin } from './admin.ts'
import { codeRoutes } from './code-routes.ts'
import { operationRoutes } from './operation-routes.ts'
import { peopleRoutes } from './people-routes.ts'
import { subscriptionRoutes } from './subscription-routes.ts'

export const adminRoutes = (admin: Admin) =>
  createRoutes()
    .route('/', peopleRoutes(admin))
    .route('/', subscriptionRoutes(admin))
    .route('/', codeRoutes(admin))
    .route('/', operationRoutes(admin))
