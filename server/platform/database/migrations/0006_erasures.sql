CREATE TABLE "erasures" (
	"person_hash" text PRIMARY KEY NOT NULL,
	"erased_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "erasures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "system_rows" ON "erasures" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);