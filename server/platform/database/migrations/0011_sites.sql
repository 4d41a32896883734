ALTER TABLE "companies" ADD COLUMN "site_subject_id" integer;--> statement-breakpoint
ALTER TABLE "subjects" ADD COLUMN "joined_to" integer;--> statement-breakpoint
ALTER TABLE "subjects" ADD COLUMN "join_evidence" text;--> statement-breakpoint
ALTER TABLE "subjects" ADD COLUMN "needs_split" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subjects" ADD CONSTRAINT "subjects_joined_to_subjects_id_fk" FOREIGN KEY ("joined_to") REFERENCES "public"."subjects"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "companies_of_site" ON "companies" USING btree ("site_subject_id");--> statement-breakpoint
CREATE INDEX "subject_facts_feeds" ON "subject_facts" USING hash ("value") WHERE "subject_facts"."kind" = 'feed';--> statement-breakpoint
CREATE INDEX "subjects_joined" ON "subjects" USING btree ("joined_to") WHERE "subjects"."joined_to" is not null;--> statement-breakpoint
CREATE INDEX "subjects_to_split" ON "subjects" USING btree ("id") WHERE "subjects"."needs_split";--> statement-breakpoint
-- Records were kept by domain. What was told under them stays with the site that they were read from; the companies of
-- other hosts leave them now, and those of other paths when the application starts, which gives each its own record.
UPDATE "companies" SET "site_subject_id" = "subject_id" WHERE "subject_id" IS NOT NULL;--> statement-breakpoint
UPDATE "companies" SET "subject_id" = NULL, "site_subject_id" = NULL FROM "subjects"
WHERE "subjects"."id" = "companies"."subject_id" AND "subjects"."website" IS NOT NULL AND "companies"."host_key" NOT LIKE '[%'
  AND "companies"."host_key" IS DISTINCT FROM regexp_replace(
    substring(lower("subjects"."website") FROM '^https?://([^/:?#]+)'), '^www\.(?=[^.]+\.)', '');--> statement-breakpoint
UPDATE "subjects" SET "needs_split" = true, "key" = 'split:' || "id" WHERE "website" IS NOT NULL AND "key" NOT LIKE 'sample:%';
