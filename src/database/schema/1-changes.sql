-- The change log, and the triggers that write it.
--
-- These files hold code only: functions and triggers, one file for each topic. The service runs all of them again when
-- their text differs from what the database has (src/database/migrate.ts). Data definitions are in ../migrations/.
--
-- A PL/pgSQL function may call functions that a later file creates: PostgreSQL resolves their names when the function
-- runs. A migration drops a function or trigger that leaves these files, and a function whose parameters or result
-- change. The release before still calls the functions: it runs beside this one.
--
-- To see what happens when a row is written, read the triggers of its table in this order:
--   BEFORE, for each row: rules, and columns that the database sets
--   after_insert, after_update, after_delete, once for each statement: what the change of the rows changes elsewhere
--   after_truncate: the same for TRUNCATE; tables whose TRUNCATE needs CASCADE leave it to the tables that refer to them
-- A statement that inserts into several tables, such as that of a new listing, runs the triggers of all at its end.
--
-- A transaction that changes a row also records, as changed, the records that embed the row, as far as its snapshot
-- shows them. It does not see a reference that a concurrent transaction adds, and the concurrent transaction does not
-- see the change. So a trigger locks each newly referenced row (FOR SHARE): the later of the two transactions waits,
-- and then sees both. For documents, the refresh holds these locks instead (6-documents.sql). A row that the same
-- transaction has written (`xmin`) is locked already or invisible to others, and needs no lock.

-- Triggers find the affected records with further statements, which must see the commits that happened while the triggers
-- waited for locks. So a transaction that uses one snapshot for all its statements is rejected.
CREATE OR REPLACE FUNCTION reject_isolation_level() RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  RAISE EXCEPTION 'The catalogue cannot be changed in a transaction that is %', current_setting('transaction_isolation')
    USING ERRCODE = 'feature_not_supported', HINT = 'Let the transaction be READ COMMITTED.';
END $$;

-- Records a change: of some records of a kind, or of any if `ids` is NULL or has more than 1,000.
CREATE OR REPLACE FUNCTION record_change(
  subject text, ids text[], segments integer[] DEFAULT NULL, deltas integer[] DEFAULT NULL
) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    PERFORM reject_isolation_level();
  END IF;
  INSERT INTO change_log (subject, ids, segments, deltas)
  VALUES ($1, CASE WHEN cardinality($2) <= 1000 THEN $2 END, $3, $4);
END $$;

-- Records that any row of a kind may have changed: for small tables, or where each change affects all rows.
CREATE OR REPLACE FUNCTION record_all() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  PERFORM record_change(TG_ARGV[0], NULL);
  RETURN NULL;
END $$;

-- Creates the function NAME_changed and its triggers for a table. The function adds to the stored bytes of users
-- (9-storage.sql), where the table has them, and runs `statements` if the command has changed a row. In them, `new_rows`
-- are the rows after INSERT or UPDATE, `old_rows` those before UPDATE or DELETE, `changed` all of both, and `written` the
-- rows after INSERT or UPDATE, or before DELETE.
-- The statements become PL/pgSQL of that function, rather than text that one function for all tables executes, so that
-- PostgreSQL plans them once for each connection.
CREATE OR REPLACE FUNCTION on_change(
  changed_table text, statements text, commands text[] DEFAULT '{INSERT,UPDATE,DELETE}'
) RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $do$
DECLARE
  handler text := changed_table || '_changed';
  has_bytes boolean := EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = to_regclass(quote_ident(changed_table)) AND attname = 'stored_by');
  command record;
  body text := '';
  triggers text := '';
BEGIN
  FOR command IN
    SELECT * FROM (VALUES
      ('INSERT', 'NEW TABLE AS new_rows', 'new_rows', 'new_rows',
        'SELECT stored_by, stored_size(new_rows::%1$I) AS size FROM new_rows'),
      ('UPDATE', 'OLD TABLE AS old_rows NEW TABLE AS new_rows',
        'new_rows', '(SELECT * FROM old_rows UNION ALL SELECT * FROM new_rows)',
        'SELECT stored_by, stored_size(new_rows::%1$I) AS size FROM new_rows
        UNION ALL SELECT stored_by, -stored_size(old_rows::%1$I) FROM old_rows'),
      ('DELETE', 'OLD TABLE AS old_rows', 'old_rows', 'old_rows',
        'SELECT stored_by, -stored_size(old_rows::%1$I) AS size FROM old_rows')
    ) AS command (name, transition, written, changed, sizes) WHERE name = ANY (commands)
  LOOP
    body := body || format('
      IF TG_OP = %L THEN
        PERFORM %s;
        IF FOUND THEN
          %s
        END IF;
      END IF;', command.name, CASE WHEN has_bytes
        THEN format('add_to_stored_bytes(stored_by, sum(size)) FROM (' || command.sizes || ') AS sizes GROUP BY stored_by',
          changed_table)
        ELSE 'FROM written LIMIT 1' END, statements);
    body := regexp_replace(body, '\m(FROM|JOIN) written\M', format('\1 %s AS written', command.written), 'g');
    body := regexp_replace(body, '\m(FROM|JOIN) changed\M', format('\1 %s AS changed', command.changed), 'g');
    triggers := triggers || format('
      CREATE OR REPLACE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION %I();',
      'after_' || lower(command.name), command.name, changed_table, command.transition, handler);
  END LOOP;
  EXECUTE format('
    CREATE OR REPLACE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN%s
      RETURN NULL;
    END $$;', handler, body);
  EXECUTE triggers;
END $do$;
