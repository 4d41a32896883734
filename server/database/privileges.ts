import type pg from 'pg'

/** Roles belong to the whole server, not to one database, so parallel starts on other databases may create them first. */
export async function ensureRoles(client: pg.Client): Promise<void> {
  await client.query(`
    do $$
    declare
      wanted text;
      -- From 16 on, being a member of a role no longer includes the right to put it on.
      may_become text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
    begin
      foreach wanted in array array['tidings_app', 'tidings_system'] loop
        if not exists (select from pg_roles where rolname = wanted) then
          begin
            execute format('create role %I login nosuperuser nobypassrls nocreatedb nocreaterole', wanted);
          exception when duplicate_object or unique_violation then null;
          end;
        end if;
        if not pg_has_role(current_user, wanted, may_become) then
          execute format('grant %I to %I', wanted, current_user);
        end if;
      end loop;
    end $$`)
}

/**
 * What each role may do. The app's role can change neither a right of its own user nor any news:
 * a mistake in a query is stopped here.
 */
export async function grantPrivileges(client: pg.Client): Promise<void> {
  await client.query(`
    begin;
    revoke all on schema public from public;
    grant usage on schema public to tidings_app, tidings_system;
    grant usage on schema auth, drizzle, pgboss to tidings_system;
    grant usage on schema drizzle to tidings_app;
    grant select on drizzle.__drizzle_migrations to tidings_app, tidings_system;

    grant select, insert, update, delete on all tables in schema public, auth to tidings_system;
    grant usage, select on all sequences in schema public, auth to tidings_system;
    grant select, insert, update, delete on all tables in schema pgboss to tidings_system;
    grant usage, select on all sequences in schema pgboss to tidings_system;
    grant execute on all functions in schema pgboss to tidings_system;

    grant select, update (first_name, last_name, uses_model, wants_reminders, updated_at) on users to tidings_app;
    grant select, insert, update, delete on companies to tidings_app;
    grant select on news, company_articles, invoices to tidings_app;
    grant select, insert, update, delete on imports, import_changes, refreshes,
      company_aliases, company_rejections, company_feeds, saved_views, hidden_suggestions to tidings_app;
    grant usage, select on sequence companies_id_seq, imports_id_seq, refreshes_id_seq, saved_views_id_seq to tidings_app;

    -- A job is enqueued in the transaction that needs it; what is in the queue stays out of sight.
    grant usage on schema pgboss to tidings_app;
    grant select on pgboss.queue to tidings_app;
    grant insert, select (id) on pgboss.job, pgboss.job_common to tidings_app;
    grant execute on function pgboss.job_now() to tidings_app;

    do $$
    declare open_table regclass;
    begin
      for open_table in
        select oid from pg_class
        where relkind in ('r', 'p') and relrowsecurity and not relforcerowsecurity
          and relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
      loop
        execute format('alter table %s force row level security', open_table);
      end loop;
    end $$;
    commit`)
}
