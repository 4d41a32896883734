CREATE TABLE "article_revisions" (
	"article_id" bigint NOT NULL,
	"replaced_at" timestamp (3) with time zone NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "article_revisions_article_id_replaced_at_pk" PRIMARY KEY("article_id","replaced_at")
);
--> statement-breakpoint
ALTER TABLE "article_revisions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "press_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "press_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"url" text NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"publisher" text,
	"published_at" timestamp (3) with time zone NOT NULL,
	"precision" text NOT NULL,
	"language" text,
	"kind" text NOT NULL,
	"facts" jsonb NOT NULL,
	"source" text NOT NULL,
	"via_kind" text NOT NULL,
	"via" text,
	"names" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "press_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "feed_url" text;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "feed_hash" text;--> statement-breakpoint
ALTER TABLE "article_revisions" ADD CONSTRAINT "article_revisions_article_id_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "press_items_once" ON "press_items" USING btree (md5("key"));--> statement-breakpoint
CREATE INDEX "press_items_names" ON "press_items" USING gin ("names");--> statement-breakpoint
CREATE INDEX "press_items_published" ON "press_items" USING btree ("published_at");--> statement-breakpoint
CREATE POLICY "system_rows" ON "article_revisions" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "system_rows" ON "press_items" AS PERMISSIVE FOR ALL TO "tidings_system" USING (true) WITH CHECK (true);