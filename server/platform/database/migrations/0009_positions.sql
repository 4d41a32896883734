CREATE TABLE "import_columns" (
	"user_id" uuid NOT NULL,
	"heading" text NOT NULL,
	"field" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "import_columns_user_id_heading_pk" PRIMARY KEY("user_id","heading")
);
--> statement-breakpoint
ALTER TABLE "import_columns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "positions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "positions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"company_id" integer NOT NULL,
	"kind" text NOT NULL,
	"date" date,
	"amount" numeric NOT NULL,
	"currency" text NOT NULL,
	"instrument" text,
	"round" text,
	"valuation" numeric,
	"valuation_basis" text,
	"notes" text,
	"import_id" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "positions_amount" CHECK ("positions"."amount" >= 0 and "positions"."amount" < 1000000000000),
	CONSTRAINT "positions_currency" CHECK ("positions"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "positions_value_has_date" CHECK ("positions"."kind" <> 'value' or "positions"."date" is not null)
);
--> statement-breakpoint
ALTER TABLE "positions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "positions" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "import_columns" ADD CONSTRAINT "import_columns_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "positions_of_user" ON "positions" USING btree ("user_id","company_id");--> statement-breakpoint
CREATE INDEX "positions_of_company" ON "positions" USING btree ("company_id");--> statement-breakpoint
CREATE POLICY "own_rows" ON "import_columns" AS PERMISSIVE FOR ALL TO "tidings_app" USING ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "system_rows" ON "import_columns" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "own_rows" ON "positions" AS PERMISSIVE FOR ALL TO "tidings_app" USING ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "system_rows" ON "positions" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);