CREATE TABLE "churn_reasons" (
	"user_id" uuid NOT NULL,
	"subscription_id" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "churn_reasons_user_id_subscription_id_pk" PRIMARY KEY("user_id","subscription_id")
);
--> statement-breakpoint
ALTER TABLE "churn_reasons" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "churn_reasons" ADD CONSTRAINT "churn_reasons_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "system_rows" ON "churn_reasons" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);