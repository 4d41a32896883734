-- Turns a database of the last preview version into one of 0000_initial.sql. Run once, in one transaction, by migrate.ts.

-- The owner of the tables need not be a superuser: without this it would see and convert no row. It is forced again afterwards.
do $$
declare
  forced regclass;
begin
  for forced in select oid from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace loop
    execute format('alter table %s no force row level security', forced);
  end loop;
end $$;

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

-- Tracked companies: the encoded key becomes site, name_key or sample_of. Records from before the version that tracked
-- companies by site are removed; their companies get new ones, as companies without a record always do.
create temporary table outdated_records on commit drop as
  select id from tracked_companies where needs_split or starts_with(key, 'split:');
update companies set tracked_company_id = null, site_tracked_company_id = null
  where tracked_company_id in (select id from outdated_records) or site_tracked_company_id in (select id from outdated_records)
    or is_sample and tracked_company_id not in (select id from tracked_companies where starts_with(key, 'sample:'));
delete from news where tracked_company_id in (select id from outdated_records);
delete from tracked_companies where id in (select id from outdated_records);
alter table tracked_companies
  add column site text constraint tracked_companies_site unique,
  add column name_key text constraint tracked_companies_name_key unique,
  add column sample_of integer constraint tracked_companies_sample_of unique;
update tracked_companies set
  sample_of = case when starts_with(key, 'sample:') then substr(key, 8)::int end,
  name_key = case when starts_with(key, 'name:') and website is null then substr(key, 6) end,
  site = case when not starts_with(key, 'sample:') and not (starts_with(key, 'name:') and website is null) then key end;
alter table tracked_companies
  drop column key,
  drop column needs_split,
  add constraint tracked_companies_one_identity check (num_nonnulls(site, name_key, sample_of) = 1);

-- Watches: the encoded address becomes kind and url.
alter table watches add column kind text, add column url text;
update watches set
  kind = case
    when source = 'company-site' and address = '' then 'discover'
    when source = 'company-site' and address ~ '^(newsroom|sitemap) ' then split_part(address, ' ', 1)
    when address <> '' then 'feed'
    when tracked_company_id is not null then 'search'
    else 'stream' end,
  url = nullif(regexp_replace(address, '^(newsroom|sitemap) ', ''), '');
update watches set notes = notes - 'told' || jsonb_build_object('readUntil', notes -> 'told') where notes ? 'told';
alter table watches
  alter column kind set not null,
  drop constraint watches_once,
  drop column address,
  add constraint watches_once unique nulls not distinct (tracked_company_id, company_id, source, kind, url),
  add constraint watches_url_by_kind check ((kind in ('feed', 'newsroom', 'sitemap')) = (url is not null));

alter table news rename to briefs;
alter sequence news_id_seq rename to briefs_id_seq;
alter table briefs rename constraint news_pkey to briefs_pkey;
alter table briefs rename constraint news_of_one to briefs_of_one;
alter table briefs rename constraint news_user_id_users_id_fk to briefs_user_id_users_id_fk;
alter table briefs rename constraint news_company_id_companies_id_fk to briefs_company_id_companies_id_fk;
alter index news_newest rename to briefs_newest;
alter index news_of_company rename to briefs_of_company;
alter index news_of_tracked_company rename to briefs_of_tracked_company;

-- `**Heading**` begins a section, every other line is a sentence, and `[n]` at its end are its citations.
create function pg_temp.brief_body(content text) returns jsonb language sql immutable as $$
  with lines as (
    select place, line, (regexp_match(line, '^\*\*(.+)\*\*$'))[1] as heading
    from regexp_split_to_table(content, '\r?\n') with ordinality as split (line, place) where btrim(line) <> ''),
  numbered as (
    select *, count(heading) over (order by place) as section,
      regexp_replace(regexp_replace(line, '( ?\[\d{1,3}\])+$', ''), '^- ', '') as text,
      coalesce((
        select jsonb_agg(number[1]::int order by nth)
        from regexp_matches(substring(line from '(?: ?\[\d{1,3}\])+$'), '\d+', 'g') with ordinality as cited (number, nth)), '[]') as citations
    from lines),
  sections as (
    select section, coalesce(max(heading), 'Latest News') as heading,
      coalesce(jsonb_agg(jsonb_build_object('text', text, 'citations', citations) order by place) filter (where heading is null), '[]') as sentences
    from numbered group by section)
  select coalesce(jsonb_agg(jsonb_build_object('heading', heading, 'sentences', sentences) order by section), '[]') from sections
$$;

alter table briefs add column body jsonb, add column model_body jsonb, add column status text;
alter table briefs alter column model_verified drop not null, alter column model_verified drop default;
update briefs set
  body = pg_temp.brief_body(content),
  status = case when model_content is not null then 'model' when sentences = 0 then 'headlines' else 'extractive' end,
  model_body = case when model_content is not null then pg_temp.brief_body(model_content) end,
  model_sources = case when model_content is not null then coalesce(model_sources, '[]') end,
  model_verified = case when model_content is not null then model_verified end;
alter table briefs alter column body set not null, alter column status set not null,
  drop column content, drop column sentences, drop column model_content, drop column model_sentences,
  add column search tsvector generated always as (setweight(to_tsvector('english'::regconfig, body), 'B')) stored,
  add column model_search tsvector generated always as (setweight(to_tsvector('english'::regconfig, model_body), 'B')) stored,
  add constraint briefs_by_model check (case when status = 'model' then num_nonnulls(model_name, model_body, model_sources, model_verified) = 4 else num_nonnulls(model_body, model_sources, model_verified) = 0 end);
create index briefs_of_headlines on briefs using btree (id) where status = 'headlines';

-- Evidence was kept as the phrases that people read.
create function pg_temp.evidence_of(phrases text[]) returns jsonb language sql immutable as $$
  with known (place, pattern, kind) as (values
    (1, '^on its own site(?:, (.*))?$', 'own-site'), (2, '^names its site, (.*)$', 'links-to-site'),
    (3, '^“(.*)” in the title$', 'title'), (4, '^“(.*)” in the text(?:, (\d+) times)?$', 'text'),
    (5, '^found by its name$', 'search'), (6, '^in a feed that you gave$', 'feed'),
    (7, '^speaks of what it does: (.*)$', 'topic'), (8, '^names its people: (.*)$', 'person'),
    (9, '^speaks of (.*), where it is$', 'place'), (10, '^“(.*)” may mean something else$', 'ambiguous'),
    (11, '^only as part of a longer name$', 'longer-name'), (12, '^nothing of what it does is spoken of$', 'off-topic'))
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'kind', kind, 'value', item, 'count', case kind when 'text' then found[2]::int end)) order by phrases.place, items.place), '[]')
  from unnest($1) with ordinality as phrases (phrase, place)
  join known on phrase ~ pattern
  cross join lateral regexp_match(phrase, pattern) as found
  cross join lateral unnest(case
    when kind in ('topic', 'person', 'place') then string_to_array(found[1], ', ')
    when pattern ~ '\(\.\*\)' then array[found[1]] else array[null] end) with ordinality as items (item, place)
$$;
alter table tracked_company_articles
  alter column evidence type jsonb using pg_temp.evidence_of(evidence),
  add constraint tracked_company_articles_evidence check (jsonb_typeof(evidence) = 'array');
alter table company_articles
  alter column evidence type jsonb using pg_temp.evidence_of(evidence),
  add constraint company_articles_evidence check (jsonb_typeof(evidence) = 'array');

-- The key of an article from a pasted feed began with its company.
drop index articles_once;
alter table articles add column owner_company_id integer;
delete from articles where key ~ '^own \d+ ' and not exists (
  select from companies where companies.id = split_part(articles.key, ' ', 2)::int);
update articles set owner_company_id = split_part(key, ' ', 2)::int, key = regexp_replace(key, '^own \d+ ', '')
  where key ~ '^own \d+ ';
alter table articles add constraint articles_owner_company_id_companies_id_fk
  foreign key (owner_company_id) references companies (id) on delete cascade;
create unique index articles_once on articles using btree (md5(key)) where owner_company_id is null;
create unique index articles_once_by_owner on articles using btree (owner_company_id, md5(key)) where owner_company_id is not null;

-- What brought an article began with its kind, unless it was a feed.
do $$
declare links regclass;
begin
  foreach links in array array['tracked_company_articles'::regclass, 'company_articles'] loop
    execute format('alter table %s add column via_kind text not null default ''search'', alter column via drop default,
      alter column via drop not null', links);
    execute format('update %s set
      via_kind = case
        when via = '''' then ''search'' when via = ''former site'' then ''former-site''
        when via ~ ''^(newsroom|sitemap|alias|name) '' then split_part(via, '' '', 1) else ''feed'' end,
      via = case when via not in ('''', ''former site'') then regexp_replace(via, ''^(newsroom|sitemap|alias|name) '', '''') end', links);
  end loop;
end $$;
