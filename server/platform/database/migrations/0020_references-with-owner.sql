ALTER TABLE "import_changes" DROP CONSTRAINT "import_changes_import_id_imports_id_fk";
--> statement-breakpoint
ALTER TABLE "import_changes" DROP CONSTRAINT "import_changes_company_id_companies_id_fk";
--> statement-breakpoint
ALTER TABLE "positions" DROP CONSTRAINT "positions_company_id_companies_id_fk";
--> statement-breakpoint
ALTER TABLE "company_articles" DROP CONSTRAINT "company_articles_company_id_companies_id_fk";
--> statement-breakpoint
ALTER TABLE "briefs" DROP CONSTRAINT "briefs_company_id_companies_id_fk";
--> statement-breakpoint
ALTER TABLE "private_feeds" DROP CONSTRAINT "private_feeds_company_id_companies_id_fk";
--> statement-breakpoint
ALTER TABLE "private_feeds" DROP CONSTRAINT "private_feeds_view_id_saved_views_id_fk";
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" DROP CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk";
--> statement-breakpoint
ALTER TABLE "alert_rules" DROP CONSTRAINT "alert_rules_company_id_companies_id_fk";
--> statement-breakpoint
ALTER TABLE "push_deliveries" DROP CONSTRAINT "push_deliveries_device_id_push_devices_id_fk";
--> statement-breakpoint
ALTER TABLE "push_deliveries" DROP CONSTRAINT "push_deliveries_mailing_id_mailings_id_fk";
--> statement-breakpoint
ALTER TABLE "push_devices" DROP CONSTRAINT "push_devices_session_id_sessions_id_fk";
--> statement-breakpoint
ALTER TABLE "story_deliveries" DROP CONSTRAINT "story_deliveries_company_id_companies_id_fk";
--> statement-breakpoint
ALTER TABLE "muted_companies" DROP CONSTRAINT "muted_companies_company_id_companies_id_fk";
--> statement-breakpoint
ALTER TABLE "story_reads" DROP CONSTRAINT "story_reads_company_id_companies_id_fk";
--> statement-breakpoint
ALTER TABLE "share_visits" DROP CONSTRAINT "share_visits_share_id_shares_id_fk";
--> statement-breakpoint
ALTER TABLE "shares" DROP CONSTRAINT "shares_company_id_companies_id_fk";
--> statement-breakpoint
ALTER TABLE "shares" DROP CONSTRAINT "shares_view_id_saved_views_id_fk";
--> statement-breakpoint
ALTER TABLE "company_aliases" DROP CONSTRAINT "company_aliases_company_id_companies_id_fk";
--> statement-breakpoint
ALTER TABLE "company_feeds" DROP CONSTRAINT "company_feeds_company_id_companies_id_fk";
--> statement-breakpoint
ALTER TABLE "company_rejections" DROP CONSTRAINT "company_rejections_company_id_companies_id_fk";
--> statement-breakpoint
ALTER TABLE "update_messages" DROP CONSTRAINT "update_messages_company_id_companies_id_fk";
--> statement-breakpoint
ALTER TABLE "import_changes" ADD CONSTRAINT "import_changes_company_id_of_owner" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."companies"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "import_changes" ADD CONSTRAINT "import_changes_import_id_of_owner" FOREIGN KEY ("import_id","user_id") REFERENCES "public"."imports"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_company_id_of_owner" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."companies"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "company_articles" ADD CONSTRAINT "company_articles_company_id_of_owner" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."companies"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "briefs" ADD CONSTRAINT "briefs_company_id_of_owner" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."companies"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "private_feeds" ADD CONSTRAINT "private_feeds_view_id_of_owner" FOREIGN KEY ("view_id","user_id") REFERENCES "public"."saved_views"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "private_feeds" ADD CONSTRAINT "private_feeds_company_id_of_owner" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."companies"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_of_owner" FOREIGN KEY ("endpoint_id","user_id") REFERENCES "public"."webhook_endpoints"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_company_id_of_owner" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."companies"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "push_deliveries" ADD CONSTRAINT "push_deliveries_mailing_id_of_owner" FOREIGN KEY ("mailing_id","user_id") REFERENCES "public"."mailings"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "push_deliveries" ADD CONSTRAINT "push_deliveries_device_id_of_owner" FOREIGN KEY ("device_id","user_id") REFERENCES "public"."push_devices"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_session_id_of_owner" FOREIGN KEY ("session_id","user_id") REFERENCES "auth"."sessions"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "story_deliveries" ADD CONSTRAINT "story_deliveries_company_id_of_owner" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."companies"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "muted_companies" ADD CONSTRAINT "muted_companies_company_id_of_owner" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."companies"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "story_reads" ADD CONSTRAINT "story_reads_company_id_of_owner" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."companies"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "share_visits" ADD CONSTRAINT "share_visits_share_id_of_owner" FOREIGN KEY ("share_id","user_id") REFERENCES "public"."shares"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_view_id_of_owner" FOREIGN KEY ("view_id","user_id") REFERENCES "public"."saved_views"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_company_id_of_owner" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."companies"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "company_aliases" ADD CONSTRAINT "company_aliases_company_id_of_owner" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."companies"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "company_feeds" ADD CONSTRAINT "company_feeds_company_id_of_owner" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."companies"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "company_rejections" ADD CONSTRAINT "company_rejections_company_id_of_owner" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."companies"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "update_messages" ADD CONSTRAINT "update_messages_company_id_of_owner" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."companies"("id","user_id") ON DELETE cascade ON UPDATE no action NOT VALID;