CREATE TABLE "hidden_suggestions" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "hidden_suggestions_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "hidden_suggestions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "model_use" (
	"day" date NOT NULL,
	"model" text NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"input_tokens" bigint DEFAULT 0 NOT NULL,
	"output_tokens" bigint DEFAULT 0 NOT NULL,
	"sentences" integer DEFAULT 0 NOT NULL,
	"dropped" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "model_use_day_model_pk" PRIMARY KEY("day","model")
);
--> statement-breakpoint
ALTER TABLE "model_use" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_views_name" UNIQUE("user_id","name")
);
--> statement-breakpoint
ALTER TABLE "saved_views" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "sentences" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "verified" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- The owner writes everybody's rows here; the privileges put the force back on.
ALTER TABLE "news" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- What was written before is of headlines, each with its source: it stays as it is.
UPDATE "news" SET "sentences" = greatest(1, (SELECT count(*) FROM regexp_matches("content", '^- ', 'gn'))), "verified" = greatest(1, (SELECT count(*) FROM regexp_matches("content", '^- ', 'gn')));--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "model_name" text;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "model_content" text;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "model_sources" jsonb;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "model_sentences" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "model_verified" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "uses_model" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "section" text;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "happening" text;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "weight" real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "direction" text;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "stated" jsonb;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('english'::regconfig, title), 'A') || setweight(to_tsvector('english'::regconfig, left(text, 4000)), 'B')) STORED;--> statement-breakpoint
ALTER TABLE "company_articles" ADD COLUMN "story_id" bigint;--> statement-breakpoint
ALTER TABLE "company_articles" ADD COLUMN "is_primary" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "subject_articles" ADD COLUMN "story_id" bigint;--> statement-breakpoint
ALTER TABLE "subject_articles" ADD COLUMN "is_primary" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "hidden_suggestions" ADD CONSTRAINT "hidden_suggestions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "news_of_headlines" ON "news" USING btree ("id") WHERE "news"."sentences" = 0;--> statement-breakpoint
CREATE INDEX "articles_search" ON "articles" USING gin ("search");--> statement-breakpoint
CREATE INDEX "articles_not_judged" ON "articles" USING btree ("id") WHERE "articles"."happening" is null;--> statement-breakpoint
CREATE POLICY "own_rows" ON "hidden_suggestions" AS PERMISSIVE FOR ALL TO "tidings_app" USING ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "system_rows" ON "hidden_suggestions" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "model_use" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "own_rows" ON "saved_views" AS PERMISSIVE FOR ALL TO "tidings_app" USING ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "system_rows" ON "saved_views" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);