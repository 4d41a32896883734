ALTER TABLE "watches" ADD COLUMN "found_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "lost_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "watches" ADD COLUMN "is_slow" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Addresses that were good once; what a discovery added was there when it was added.
UPDATE "watches" SET "found_at" = "good_at" WHERE "address" <> '' AND "good_at" IS NOT NULL
  AND ("source" = 'company-site' OR "state" IS DISTINCT FROM 'never-found');--> statement-breakpoint
-- Until now a watch was known as paused by how far ahead it was scheduled.
UPDATE "watches" SET "paused_at" = now() WHERE "next_at" >= now() + interval '2 days'
  AND ("subject_id" IS NOT NULL OR "company_id" IS NOT NULL)
  AND NOT EXISTS (SELECT FROM "companies" JOIN "users" ON "users"."id" = "companies"."user_id"
    WHERE "companies"."removed_at" IS NULL AND "users"."subscription_status" <> 'expired'
      AND ("companies"."subject_id" = "watches"."subject_id" OR "companies"."id" = "watches"."company_id"));
