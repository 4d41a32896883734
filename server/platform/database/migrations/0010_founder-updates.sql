CREATE TABLE "inbound_tokens" (
	"token" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "inbound_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "update_addresses" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"local_part" text NOT NULL,
	"allows_model" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "update_addresses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "update_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "update_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"hash" text NOT NULL,
	"state" text DEFAULT 'received' NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"raw" "bytea",
	"sent_at" timestamp (3) with time zone,
	"sender_name" text DEFAULT '' NOT NULL,
	"sender_address" text DEFAULT '' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"attachments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"metrics" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"confirmation" jsonb,
	"reason" text,
	"candidates" integer[] DEFAULT '{}' NOT NULL,
	"is_filed_by_hand" boolean DEFAULT false NOT NULL,
	"is_proven" boolean DEFAULT false NOT NULL,
	"company_id" integer,
	"article_id" bigint,
	CONSTRAINT "update_messages_filed" CHECK (("update_messages"."state" = 'filed') = ("update_messages"."company_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "update_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "update_addresses" ADD CONSTRAINT "update_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "update_messages" ADD CONSTRAINT "update_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "update_messages" ADD CONSTRAINT "update_messages_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbound_tokens_seen" ON "inbound_tokens" USING btree ("seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "update_addresses_local_part" ON "update_addresses" USING btree ("local_part");--> statement-breakpoint
CREATE UNIQUE INDEX "update_messages_once" ON "update_messages" USING btree ("user_id","hash");--> statement-breakpoint
CREATE INDEX "update_messages_newest" ON "update_messages" USING btree ("user_id","received_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "update_messages_of_company" ON "update_messages" USING btree ("company_id");--> statement-breakpoint
CREATE POLICY "system_rows" ON "inbound_tokens" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "own_rows" ON "update_addresses" AS PERMISSIVE FOR ALL TO "tidings_app" USING ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "system_rows" ON "update_addresses" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "own_rows" ON "update_messages" AS PERMISSIVE FOR ALL TO "tidings_app" USING ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid)) WITH CHECK ("user_id" = (select nullif(current_setting('app.user_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "system_rows" ON "update_messages" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);