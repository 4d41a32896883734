CREATE TABLE "auth"."email_change_undos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"old_email" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_change_undos_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "auth"."email_change_undos" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "auth"."users" ADD COLUMN "email_change_session_id" uuid;--> statement-breakpoint
ALTER TABLE "auth"."email_change_undos" ADD CONSTRAINT "email_change_undos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_change_undos_of_user" ON "auth"."email_change_undos" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_change_undos_of_address" ON "auth"."email_change_undos" USING btree ("old_email");--> statement-breakpoint
CREATE POLICY "system_rows" ON "auth"."email_change_undos" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);