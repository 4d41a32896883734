DROP INDEX "articles_unclassified";--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "is_classified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Links are read again, about their company; until then what was classified stays searchable.
UPDATE "articles" SET "is_classified" = true WHERE "event_type" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" DROP COLUMN "search";--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (case when is_classified then setweight(to_tsvector('english'::regconfig, title), 'A') || setweight(to_tsvector('english'::regconfig, left(text, 4000)), 'B') end) STORED;--> statement-breakpoint
CREATE INDEX "articles_search" ON "articles" USING gin ("search");--> statement-breakpoint
ALTER TABLE "company_articles" ADD COLUMN "event_type" text;--> statement-breakpoint
ALTER TABLE "company_articles" ADD COLUMN "weight" real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "company_articles" ADD COLUMN "direction" text;--> statement-breakpoint
ALTER TABLE "company_articles" ADD COLUMN "extracted_facts" jsonb;--> statement-breakpoint
ALTER TABLE "company_articles" ADD COLUMN "denied" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tracked_company_articles" ADD COLUMN "event_type" text;--> statement-breakpoint
ALTER TABLE "tracked_company_articles" ADD COLUMN "weight" real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "tracked_company_articles" ADD COLUMN "direction" text;--> statement-breakpoint
ALTER TABLE "tracked_company_articles" ADD COLUMN "extracted_facts" jsonb;--> statement-breakpoint
ALTER TABLE "tracked_company_articles" ADD COLUMN "denied" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "company_articles_unread" ON "company_articles" USING btree ("article_id") WHERE "company_articles"."event_type" is null;--> statement-breakpoint
CREATE INDEX "tracked_company_articles_unread" ON "tracked_company_articles" USING btree ("article_id") WHERE "tracked_company_articles"."event_type" is null;--> statement-breakpoint
ALTER TABLE "articles" DROP COLUMN "event_type";--> statement-breakpoint
ALTER TABLE "articles" DROP COLUMN "weight";--> statement-breakpoint
ALTER TABLE "articles" DROP COLUMN "direction";--> statement-breakpoint
ALTER TABLE "articles" DROP COLUMN "extracted_facts";
