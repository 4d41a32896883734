CREATE UNIQUE INDEX CONCURRENTLY "companies_with_owner" ON "companies" USING btree ("id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "imports_with_owner" ON "imports" USING btree ("id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "saved_views_with_owner" ON "saved_views" USING btree ("id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "sessions_with_owner" ON "auth"."sessions" USING btree ("id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "webhook_endpoints_with_owner" ON "webhook_endpoints" USING btree ("id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "mailings_with_owner" ON "mailings" USING btree ("id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "push_devices_with_owner" ON "push_devices" USING btree ("id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "shares_with_owner" ON "shares" USING btree ("id","user_id");