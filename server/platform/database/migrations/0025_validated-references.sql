ALTER TABLE "import_changes" VALIDATE CONSTRAINT "import_changes_company_id_of_owner";
--> statement-breakpoint
ALTER TABLE "import_changes" VALIDATE CONSTRAINT "import_changes_import_id_of_owner";
--> statement-breakpoint
ALTER TABLE "positions" VALIDATE CONSTRAINT "positions_company_id_of_owner";
--> statement-breakpoint
ALTER TABLE "company_articles" VALIDATE CONSTRAINT "company_articles_company_id_of_owner";
--> statement-breakpoint
ALTER TABLE "briefs" VALIDATE CONSTRAINT "briefs_company_id_of_owner";
--> statement-breakpoint
ALTER TABLE "private_feeds" VALIDATE CONSTRAINT "private_feeds_view_id_of_owner";
--> statement-breakpoint
ALTER TABLE "private_feeds" VALIDATE CONSTRAINT "private_feeds_company_id_of_owner";
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" VALIDATE CONSTRAINT "webhook_deliveries_endpoint_id_of_owner";
--> statement-breakpoint
ALTER TABLE "alert_rules" VALIDATE CONSTRAINT "alert_rules_company_id_of_owner";
--> statement-breakpoint
ALTER TABLE "push_deliveries" VALIDATE CONSTRAINT "push_deliveries_mailing_id_of_owner";
--> statement-breakpoint
ALTER TABLE "push_deliveries" VALIDATE CONSTRAINT "push_deliveries_device_id_of_owner";
--> statement-breakpoint
ALTER TABLE "push_devices" VALIDATE CONSTRAINT "push_devices_session_id_of_owner";
--> statement-breakpoint
ALTER TABLE "story_deliveries" VALIDATE CONSTRAINT "story_deliveries_company_id_of_owner";
--> statement-breakpoint
ALTER TABLE "muted_companies" VALIDATE CONSTRAINT "muted_companies_company_id_of_owner";
--> statement-breakpoint
ALTER TABLE "story_reads" VALIDATE CONSTRAINT "story_reads_company_id_of_owner";
--> statement-breakpoint
ALTER TABLE "share_visits" VALIDATE CONSTRAINT "share_visits_share_id_of_owner";
--> statement-breakpoint
ALTER TABLE "shares" VALIDATE CONSTRAINT "shares_view_id_of_owner";
--> statement-breakpoint
ALTER TABLE "shares" VALIDATE CONSTRAINT "shares_company_id_of_owner";
--> statement-breakpoint
ALTER TABLE "company_aliases" VALIDATE CONSTRAINT "company_aliases_company_id_of_owner";
--> statement-breakpoint
ALTER TABLE "company_feeds" VALIDATE CONSTRAINT "company_feeds_company_id_of_owner";
--> statement-breakpoint
ALTER TABLE "company_rejections" VALIDATE CONSTRAINT "company_rejections_company_id_of_owner";
--> statement-breakpoint
ALTER TABLE "update_messages" VALIDATE CONSTRAINT "update_messages_company_id_of_owner";
