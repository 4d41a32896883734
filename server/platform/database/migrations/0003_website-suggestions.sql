CREATE TABLE "website_suggestions" (
	"tracked_company_id" integer NOT NULL,
	"website" text NOT NULL,
	"is_sure" boolean NOT NULL,
	"evidence" jsonb NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "website_suggestions_tracked_company_id_website_pk" PRIMARY KEY("tracked_company_id","website")
);
--> statement-breakpoint
ALTER TABLE "website_suggestions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "tracked_companies" ADD COLUMN "website_searched_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "website_suggestions" ADD CONSTRAINT "website_suggestions_tracked_company_id_tracked_companies_id_fk" FOREIGN KEY ("tracked_company_id") REFERENCES "public"."tracked_companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "system_rows" ON "website_suggestions" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);