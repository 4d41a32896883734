CREATE TABLE "private_feeds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "private_feeds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"company_id" integer,
	"view_id" integer,
	"nonce" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "private_feeds_one_subject" CHECK ("private_feeds"."company_id" is null or "private_feeds"."view_id" is null)
);
--> statement-breakpoint
ALTER TABLE "private_feeds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "private_feeds" ADD CONSTRAINT "private_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "private_feeds" ADD CONSTRAINT "private_feeds_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "private_feeds" ADD CONSTRAINT "private_feeds_view_id_saved_views_id_fk" FOREIGN KEY ("view_id") REFERENCES "public"."saved_views"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "private_feeds_once" ON "private_feeds" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "private_feeds_of_user" ON "private_feeds" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "private_feeds_of_company" ON "private_feeds" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "private_feeds_of_view" ON "private_feeds" USING btree ("view_id");--> statement-breakpoint
CREATE POLICY "own_rows" ON "private_feeds" AS PERMISSIVE FOR ALL TO "tidings_app" USING ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "system_rows" ON "private_feeds" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);