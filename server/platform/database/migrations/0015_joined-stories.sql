ALTER TABLE "company_articles" ADD COLUMN "cluster_id" bigint;--> statement-breakpoint
ALTER TABLE "tracked_company_articles" ADD COLUMN "cluster_id" bigint;--> statement-breakpoint
ALTER TABLE "tracked_companies" ADD COLUMN "story_rules" integer DEFAULT 0 NOT NULL;