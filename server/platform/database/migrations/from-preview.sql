-- Turns a database of the last preview version into one of 0000_initial.sql. Run once, in one transaction, by migrate.ts.

alter table subjects rename to tracked_companies;
alter table tracked_companies rename column surveyed_at to discovered_at;
alter sequence subjects_id_seq rename to tracked_companies_id_seq;
alter index subjects_joined rename to tracked_companies_joined;
alter index subjects_to_split rename to tracked_companies_to_split;

alter table subject_facts rename to tracked_company_facts;
alter table tracked_company_facts rename column subject_id to tracked_company_id;
alter index subject_facts_feeds rename to tracked_company_facts_feeds;

alter table subject_articles rename to tracked_company_articles;
alter table tracked_company_articles rename column subject_id to tracked_company_id;
alter index subject_articles_newest rename to tracked_company_articles_newest;
alter index subject_articles_of_article rename to tracked_company_articles_of_article;

alter table articles rename column happening to event_type;
alter table articles rename column stated to extracted_facts;
alter index articles_not_judged rename to articles_unclassified;

alter table watches rename column subject_id to tracked_company_id;
alter table news rename column subject_id to tracked_company_id;
alter index news_of_subject rename to news_of_tracked_company;

alter table companies rename column subject_id to tracked_company_id;
alter table companies rename column site_subject_id to site_tracked_company_id;
alter table companies rename column has_own_view to has_overrides;
alter index companies_of_subject rename to companies_of_tracked_company;
alter index companies_with_own_view rename to companies_with_overrides;

do $$
declare
  old record;
begin
  for old in
    select conrelid::regclass as on_table, conname from pg_constraint
    where connamespace = 'public'::regnamespace and conname ~ 'subject' and contype <> 'n'
  loop
    execute format('alter table %s rename constraint %I to %I', old.on_table, old.conname,
      left(replace(replace(old.conname, 'subjects', 'tracked_companies'), 'subject', 'tracked_company'), 63));
  end loop;
end $$;

-- Jobs that wait are kept under the new names of their queues; schedules are made again at the start.
create temporary table renamed_jobs on commit drop as
  select * from (values
    ('auth.letter', 'auth.email'), ('auth.sweep', 'auth.clean-up'), ('gather.run', 'news.poll'),
    ('gather.texts', 'news.fetch-texts'), ('gather.judge', 'news.classify'), ('gather.sweep', 'news.clean-up'),
    ('payments.pass-time', 'payments.advance-time'), ('reminders.letter', 'reminders.email')) as names (old, new);
insert into pgboss.queue
  select (jsonb_populate_record(queue, jsonb_build_object('name', renamed_jobs.new))).*
  from pgboss.queue join renamed_jobs on renamed_jobs.old = queue.name
  on conflict do nothing;
update pgboss.job set name = renamed_jobs.new from renamed_jobs where job.name = renamed_jobs.old;
delete from pgboss.schedule using renamed_jobs where schedule.name = renamed_jobs.old;
delete from pgboss.queue using renamed_jobs where queue.name = renamed_jobs.old;
