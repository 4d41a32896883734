CREATE TABLE "dismissed_needs" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"dismissed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "dismissed_needs_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "dismissed_needs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "company_articles" ADD COLUMN "statements" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tracked_company_articles" ADD COLUMN "statements" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "dismissed_needs" ADD CONSTRAINT "dismissed_needs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "own_rows" ON "dismissed_needs" AS PERMISSIVE FOR ALL TO "tidings_app" USING ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "system_rows" ON "dismissed_needs" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);