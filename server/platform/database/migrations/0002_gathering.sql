CREATE TABLE "articles" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "articles_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"url" text NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"publisher" text,
	"published_at" timestamp (3) with time zone NOT NULL,
	"precision" text NOT NULL,
	"language" text,
	"kind" text NOT NULL,
	"facts" jsonb NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"text_state" text DEFAULT 'enough' NOT NULL,
	"same_as" bigint
);
--> statement-breakpoint
ALTER TABLE "articles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "company_aliases" (
	"user_id" uuid NOT NULL,
	"company_id" integer NOT NULL,
	"alias" text NOT NULL,
	"key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "company_aliases_company_id_key_pk" PRIMARY KEY("company_id","key")
);
--> statement-breakpoint
ALTER TABLE "company_aliases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "company_articles" (
	"user_id" uuid NOT NULL,
	"company_id" integer NOT NULL,
	"article_id" bigint NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	"via" text DEFAULT '' NOT NULL,
	"evidence" text[] NOT NULL,
	CONSTRAINT "company_articles_company_id_article_id_pk" PRIMARY KEY("company_id","article_id")
);
--> statement-breakpoint
ALTER TABLE "company_articles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "company_feeds" (
	"user_id" uuid NOT NULL,
	"company_id" integer NOT NULL,
	"url" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "company_feeds_company_id_url_pk" PRIMARY KEY("company_id","url")
);
--> statement-breakpoint
ALTER TABLE "company_feeds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "company_rejections" (
	"user_id" uuid NOT NULL,
	"company_id" integer NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "company_rejections_company_id_kind_value_pk" PRIMARY KEY("company_id","kind","value")
);
--> statement-breakpoint
ALTER TABLE "company_rejections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "host_budgets" (
	"host" text PRIMARY KEY NOT NULL,
	"left" real NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "host_budgets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "refreshes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refreshes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"company_ids" integer[] NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "refreshes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "subject_articles" (
	"subject_id" integer NOT NULL,
	"article_id" bigint NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"source" text NOT NULL,
	"via" text DEFAULT '' NOT NULL,
	"score" real NOT NULL,
	"evidence" text[] NOT NULL,
	CONSTRAINT "subject_articles_subject_id_article_id_pk" PRIMARY KEY("subject_id","article_id")
);
--> statement-breakpoint
ALTER TABLE "subject_articles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "subject_facts" (
	"subject_id" integer NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"found_at" text NOT NULL,
	"found_on" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "subject_facts_subject_id_kind_value_pk" PRIMARY KEY("subject_id","kind","value")
);
--> statement-breakpoint
ALTER TABLE "subject_facts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "subjects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subjects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"website" text,
	"domain" text,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"surveyed_at" timestamp (3) with time zone,
	CONSTRAINT "subjects_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "subjects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "watches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "watches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject_id" integer,
	"company_id" integer,
	"source" text NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"state" text,
	"problem" text,
	"checked_at" timestamp (3) with time zone,
	"good_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"every_seconds" integer NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	"rank" integer,
	"etag" text,
	"last_modified" text,
	"notes" jsonb,
	"claim" uuid,
	"claimed_until" timestamp (3) with time zone,
	CONSTRAINT "watches_once" UNIQUE NULLS NOT DISTINCT("subject_id","company_id","source","address")
);
--> statement-breakpoint
ALTER TABLE "watches" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "news" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "news" ALTER COLUMN "company_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "subject_id" integer;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "has_own_view" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "subject_id" integer;--> statement-breakpoint
ALTER TABLE "news" ADD COLUMN "sources" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "company_aliases" ADD CONSTRAINT "company_aliases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_aliases" ADD CONSTRAINT "company_aliases_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_articles" ADD CONSTRAINT "company_articles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_articles" ADD CONSTRAINT "company_articles_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_articles" ADD CONSTRAINT "company_articles_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_feeds" ADD CONSTRAINT "company_feeds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_feeds" ADD CONSTRAINT "company_feeds_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_rejections" ADD CONSTRAINT "company_rejections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_rejections" ADD CONSTRAINT "company_rejections_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refreshes" ADD CONSTRAINT "refreshes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subject_articles" ADD CONSTRAINT "subject_articles_subject_id_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subject_articles" ADD CONSTRAINT "subject_articles_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subject_facts" ADD CONSTRAINT "subject_facts_subject_id_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_subject_id_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watches" ADD CONSTRAINT "watches_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "articles_once" ON "articles" USING btree (md5("key"));--> statement-breakpoint
CREATE INDEX "articles_text_wanted" ON "articles" USING btree ("found_at") WHERE "articles"."text_state" = 'wanted';--> statement-breakpoint
CREATE INDEX "company_articles_newest" ON "company_articles" USING btree ("company_id","published_at" DESC NULLS FIRST,"article_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "company_articles_of_article" ON "company_articles" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "refreshes_newest" ON "refreshes" USING btree ("user_id","started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "subject_articles_newest" ON "subject_articles" USING btree ("subject_id","published_at" DESC NULLS FIRST,"article_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "subject_articles_of_article" ON "subject_articles" USING btree ("article_id");--> statement-breakpoint
CREATE INDEX "watches_due" ON "watches" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "watches_of_company" ON "watches" USING btree ("company_id") WHERE "watches"."company_id" is not null;--> statement-breakpoint
CREATE INDEX "watches_asked" ON "watches" USING btree ("rank","next_at") WHERE "watches"."rank" is not null;--> statement-breakpoint
CREATE INDEX "companies_of_subject" ON "companies" USING btree ("subject_id","user_id");--> statement-breakpoint
CREATE INDEX "companies_with_own_view" ON "companies" USING btree ("subject_id") WHERE "companies"."has_own_view";--> statement-breakpoint
CREATE INDEX "companies_unattached" ON "companies" USING btree ("id") WHERE "companies"."subject_id" is null;--> statement-breakpoint
CREATE INDEX "news_of_subject" ON "news" USING btree ("subject_id","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "news" ADD CONSTRAINT "news_of_one" CHECK (("news"."subject_id" is null) = ("news"."company_id" is not null and "news"."user_id" is not null));--> statement-breakpoint
DROP POLICY "own_rows" ON "news" CASCADE;--> statement-breakpoint
CREATE POLICY "own_rows" ON "news" AS PERMISSIVE FOR SELECT TO "tidings_app" USING (user_id = (select nullif(current_setting('app.user_id', true), '')::uuid) or (select true from companies where companies.subject_id = news.subject_id and companies.user_id = (select nullif(current_setting('app.user_id', true), '')::uuid) and companies.removed_at is null limit 1));--> statement-breakpoint
CREATE POLICY "system_rows" ON "articles" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "own_rows" ON "company_aliases" AS PERMISSIVE FOR ALL TO "tidings_app" USING ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "system_rows" ON "company_aliases" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "own_rows" ON "company_articles" AS PERMISSIVE FOR ALL TO "tidings_app" USING ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "system_rows" ON "company_articles" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "own_rows" ON "company_feeds" AS PERMISSIVE FOR ALL TO "tidings_app" USING ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "system_rows" ON "company_feeds" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "own_rows" ON "company_rejections" AS PERMISSIVE FOR ALL TO "tidings_app" USING ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "system_rows" ON "company_rejections" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "host_budgets" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "own_rows" ON "refreshes" AS PERMISSIVE FOR ALL TO "tidings_app" USING ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "system_rows" ON "refreshes" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "subject_articles" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "subject_facts" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "subjects" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "watches" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);