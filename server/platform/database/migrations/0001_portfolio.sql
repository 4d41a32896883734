CREATE TABLE "import_changes" (
	"import_id" integer NOT NULL,
	"company_id" integer NOT NULL,
	"user_id" uuid NOT NULL,
	"changes" jsonb NOT NULL,
	CONSTRAINT "import_changes_import_id_company_id_pk" PRIMARY KEY("import_id","company_id")
);
--> statement-breakpoint
ALTER TABLE "import_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "imports" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"added" integer NOT NULL,
	"changed" integer NOT NULL,
	"duplicates" integer NOT NULL,
	"invalid" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "logos" (
	"host" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"media_type" text,
	"bytes" "bytea",
	"hash" text,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"next_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "logos_found_has_picture" CHECK ("logos"."state" <> 'found' or ("logos"."bytes" is not null and "logos"."media_type" is not null and "logos"."hash" is not null))
);
--> statement-breakpoint
ALTER TABLE "logos" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "companies_newest";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "name_key" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "host_key" text;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "is_sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "import_id" integer;--> statement-breakpoint
ALTER TABLE "import_changes" ADD CONSTRAINT "import_changes_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_changes" ADD CONSTRAINT "import_changes_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_changes" ADD CONSTRAINT "import_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_changes_of_company" ON "import_changes" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "import_changes_of_user" ON "import_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
-- The owner writes everybody's rows here; the privileges put the force back on.
ALTER TABLE "companies" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- Companies that are here already get their keys as nearly as SQL can; the application writes them exactly on the next change.
UPDATE "companies" SET
  "name_key" = coalesce(nullif(btrim(regexp_replace(lower("name"), '[[:punct:][:space:]]+', ' ', 'g')), ''), lower("name")),
  "host_key" = coalesce(substring(lower("website") from '^https?://(?:www\.)?([^/:?#]+)'), '');--> statement-breakpoint
-- What was added twice before stays, each under a key of its own.
UPDATE "companies" AS later SET "name_key" = later."name_key" || ' #' || later."id"
  FROM "companies" AS earlier
  WHERE earlier."user_id" = later."user_id" AND earlier."name_key" = later."name_key" AND earlier."host_key" = later."host_key" AND earlier."id" < later."id";--> statement-breakpoint
ALTER TABLE "companies" ALTER COLUMN "name_key" SET NOT NULL, ALTER COLUMN "host_key" SET NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "companies_once" ON "companies" USING btree ("user_id","name_key","host_key") WHERE "companies"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "companies_removed" ON "companies" USING btree ("user_id","removed_at") WHERE "companies"."removed_at" is not null;--> statement-breakpoint
CREATE INDEX "companies_newest" ON "companies" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "companies"."removed_at" is null;--> statement-breakpoint
CREATE POLICY "own_rows" ON "import_changes" AS PERMISSIVE FOR ALL TO "tidings_app" USING ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "system_rows" ON "import_changes" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "own_rows" ON "imports" AS PERMISSIVE FOR ALL TO "tidings_app" USING ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "system_rows" ON "imports" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "logos" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);