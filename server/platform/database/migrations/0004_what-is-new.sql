CREATE TABLE "muted_companies" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"until" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "muted_companies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "story_reads" (
	"user_id" uuid NOT NULL,
	"company_id" integer NOT NULL,
	"article_id" bigint NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "story_reads_user_id_company_id_article_id_pk" PRIMARY KEY("user_id","company_id","article_id")
);
--> statement-breakpoint
ALTER TABLE "story_reads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
-- What is there already is not new to anybody, and a constant default rewrites no row.
ALTER TABLE "company_articles" ADD COLUMN "linked_at" timestamp (3) with time zone DEFAULT '-infinity' NOT NULL;--> statement-breakpoint
ALTER TABLE "company_articles" ALTER COLUMN "linked_at" SET DEFAULT now();--> statement-breakpoint
-- What is there already is not new to anybody, and a constant default rewrites no row.
ALTER TABLE "tracked_company_articles" ADD COLUMN "linked_at" timestamp (3) with time zone DEFAULT '-infinity' NOT NULL;--> statement-breakpoint
ALTER TABLE "tracked_company_articles" ALTER COLUMN "linked_at" SET DEFAULT now();--> statement-breakpoint
ALTER TABLE "muted_companies" ADD CONSTRAINT "muted_companies_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "muted_companies" ADD CONSTRAINT "muted_companies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_reads" ADD CONSTRAINT "story_reads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "story_reads" ADD CONSTRAINT "story_reads_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "muted_companies_of_user" ON "muted_companies" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "story_reads_of_company" ON "story_reads" USING btree ("company_id");--> statement-breakpoint
CREATE POLICY "own_rows" ON "muted_companies" AS PERMISSIVE FOR ALL TO "tidings_app" USING ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "system_rows" ON "muted_companies" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "own_rows" ON "story_reads" AS PERMISSIVE FOR ALL TO "tidings_app" USING ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "system_rows" ON "story_reads" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);