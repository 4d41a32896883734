CREATE TABLE "possible_articles" (
	"tracked_company_id" integer NOT NULL,
	"press_item_id" bigint NOT NULL,
	CONSTRAINT "possible_articles_tracked_company_id_press_item_id_pk" PRIMARY KEY("tracked_company_id","press_item_id")
);
--> statement-breakpoint
ALTER TABLE "possible_articles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "possible_articles" ADD CONSTRAINT "possible_articles_tracked_company_id_tracked_companies_id_fk" FOREIGN KEY ("tracked_company_id") REFERENCES "public"."tracked_companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "possible_articles" ADD CONSTRAINT "possible_articles_press_item_id_press_items_id_fk" FOREIGN KEY ("press_item_id") REFERENCES "public"."press_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "possible_articles_of_item" ON "possible_articles" USING btree ("press_item_id");--> statement-breakpoint
CREATE POLICY "system_rows" ON "possible_articles" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);