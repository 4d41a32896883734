CREATE TABLE "auth"."pending_sign_ups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"password_hash" text,
	"metadata" jsonb NOT NULL,
	"flow_state_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pending_sign_ups_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "auth"."pending_sign_ups" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "auth"."pending_sign_ups" ADD CONSTRAINT "pending_sign_ups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."pending_sign_ups" ADD CONSTRAINT "pending_sign_ups_flow_state_id_flow_state_id_fk" FOREIGN KEY ("flow_state_id") REFERENCES "auth"."flow_state"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_sign_ups_of_user" ON "auth"."pending_sign_ups" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pending_sign_ups_of_flow" ON "auth"."pending_sign_ups" USING btree ("flow_state_id");--> statement-breakpoint
CREATE POLICY "system_rows" ON "auth"."pending_sign_ups" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);