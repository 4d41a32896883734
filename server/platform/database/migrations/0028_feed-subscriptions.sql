CREATE TABLE "feed_subscriptions" (
	"feed_url" text PRIMARY KEY NOT NULL,
	"hub" text NOT NULL,
	"topic" text NOT NULL,
	"token" text NOT NULL,
	"secret" text NOT NULL,
	"requested_at" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"next_try_at" timestamp (3) with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "feed_subscriptions_token" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "feed_subscriptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "system_rows" ON "feed_subscriptions" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);