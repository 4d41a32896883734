CREATE TABLE "model_readings" (
	"key" text PRIMARY KEY NOT NULL,
	"answer" jsonb,
	"answered_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "model_readings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tracked_company_articles" ADD COLUMN "model_reads" text;--> statement-breakpoint
CREATE POLICY "system_rows" ON "model_readings" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);