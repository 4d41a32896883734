CREATE TABLE "suppressed_addresses" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"detail" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "suppressed_addresses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "system_rows" ON "suppressed_addresses" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);