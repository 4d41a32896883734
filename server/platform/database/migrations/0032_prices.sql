ALTER TABLE "subscriptions" ADD COLUMN "price" jsonb;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "discount" jsonb;