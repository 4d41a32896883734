CREATE TABLE "search_pauses" (
	"source" text PRIMARY KEY NOT NULL,
	"refused_at" timestamp (3) with time zone,
	"paused_until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "search_pauses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "search_spending" (
	"month" date NOT NULL,
	"source" text,
	"tracked_company_id" integer,
	"requests" integer NOT NULL,
	"candidates" integer DEFAULT 0 NOT NULL,
	"spent" bigint NOT NULL,
	"cap" bigint,
	CONSTRAINT "search_spending_once" UNIQUE NULLS NOT DISTINCT("month","source","tracked_company_id"),
	CONSTRAINT "search_spending_within_cap" CHECK ("search_spending"."spent" <= "search_spending"."cap")
);
--> statement-breakpoint
ALTER TABLE "search_spending" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "system_rows" ON "search_pauses" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "search_spending" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);