import type { VectorExtension } from '../../../platform/database/vector-extension.ts';

/** Tables that only some databases have are apart from those of the migrations: no backup holds them. */
export const GRAPH_SCHEMA = 'carrel_vectors';

/** How graphs are made and searched in a database that has pgvector. */
export type GraphSupport = Omit<VectorExtension, 'version'>;

/** The table of a graph; `id` is a uuid that the database made. */
export const tableOf = (id: string): string =>
  `${GRAPH_SCHEMA}.graph_${id.replaceAll(/[^0-9a-f]/g, '')}`;

/** The index of a graph; it is in the schema of its table. */
export const indexOf = (id: string): string =>
  tableOf(id).replace(`${GRAPH_SCHEMA}.`, '').concat('_index');

/** Lets tenants read rows for which `condition` holds, and the owner do anything. */
const isolated = (table: string, condition: string): string => `
  ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
  ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
  CREATE POLICY tenant ON ${table} TO carrel_tenant USING (${condition});
  CREATE POLICY owner ON ${table} TO CURRENT_USER USING (true) WITH CHECK (true);
  GRANT SELECT ON ${table} TO carrel_tenant;`;

/** A graph of which something is missing is given up; contention and cancellation end the transaction. */
const GIVE_UP = `EXCEPTION WHEN OTHERS THEN
      IF SQLSTATE ~ '^(40|55P03|57)' THEN RAISE; END IF;
      DELETE FROM ${GRAPH_SCHEMA}.graphs WHERE id = graph.id;`;

/** Has a function run as the owner of the tables, whose names are all qualified. */
const AS_OWNER = `LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp`;

/**
 * Returns the SQL that makes the schema: the list of graphs, and triggers that keep the table of a
 * graph equal to the segments of its dataset. `halfvec` is the qualified name of the type.
 */
export const graphSchemaSql = (halfvec: string): string => `
  DROP SCHEMA IF EXISTS ${GRAPH_SCHEMA} CASCADE;
  CREATE SCHEMA ${GRAPH_SCHEMA};
  GRANT USAGE ON SCHEMA ${GRAPH_SCHEMA} TO carrel_tenant;

  CREATE TABLE ${GRAPH_SCHEMA}.graphs (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    organization_id uuid NOT NULL,
    dataset_id uuid NOT NULL,
    model_id uuid NOT NULL,
    dimensions integer NOT NULL,
    -- Segments up to this version are copied before the index is built, then changes are mirrored.
    version bigint NOT NULL,
    mirrored boolean NOT NULL DEFAULT false,
    -- Transactions below this one may have deleted segments without changing the graph.
    settled_after bigint,
    ready boolean NOT NULL DEFAULT false,
    UNIQUE (organization_id, dataset_id, model_id),
    FOREIGN KEY (organization_id, dataset_id, model_id) REFERENCES dataset_models ON DELETE CASCADE
  );
  ${isolated(`${GRAPH_SCHEMA}.graphs`, 'organization_id = current_organization_id()')}

  CREATE FUNCTION ${GRAPH_SCHEMA}.read_segment(data bytea, count integer, dimensions integer)
  RETURNS TABLE (place integer, embedding ${halfvec})
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
  DECLARE
    -- A copy in memory: each look at the stored value would read all of it.
    copied bytea := data || ''::bytea;
    vector bytea;
  BEGIN
    FOR vector_number IN 0 .. count - 1 LOOP
      place := vector_number;
      vector := substr(copied, vector_number * dimensions + 1, dimensions);
      embedding := array(SELECT ((get_byte(vector, at) # 128) - 128)::real
        FROM generate_series(0, dimensions - 1) AS at);
      RETURN NEXT;
    END LOOP;
  END
  $$;

  CREATE FUNCTION ${GRAPH_SCHEMA}.mirror_written() RETURNS trigger ${AS_OWNER} AS $$
  DECLARE
    graph record;
    name text;
  BEGIN
    FOR graph IN SELECT g.id, g.dataset_id, g.model_id, g.dimensions
      FROM (SELECT DISTINCT organization_id, dataset_id, model_id FROM written) w
      JOIN ${GRAPH_SCHEMA}.graphs g USING (organization_id, dataset_id, model_id) WHERE g.mirrored
    LOOP
      name := 'graph_' || replace(graph.id::text, '-', '');
      BEGIN
      EXECUTE format('DELETE FROM ${GRAPH_SCHEMA}.%I t USING written w
        WHERE w.dataset_id = $1 AND w.model_id = $2
          AND t.document_id = w.document_id AND t.first = w.first', name)
        USING graph.dataset_id, graph.model_id;
      EXECUTE format('INSERT INTO ${GRAPH_SCHEMA}.%I (document_id, first, number, embedding)
        SELECT w.document_id, w.first, w.first + r.place, r.embedding
        FROM written w, LATERAL ${GRAPH_SCHEMA}.read_segment(w.data, w.count, $3) r
        WHERE w.dataset_id = $1 AND w.model_id = $2
          AND octet_length(w.data) = w.count * ($3 + 4)', name)
        USING graph.dataset_id, graph.model_id, graph.dimensions;
      ${GIVE_UP}
      END;
    END LOOP;
    RETURN NULL;
  END
  $$;

  CREATE FUNCTION ${GRAPH_SCHEMA}.mirror_deleted() RETURNS trigger ${AS_OWNER} AS $$
  DECLARE
    graph record;
  BEGIN
    SELECT id INTO graph FROM ${GRAPH_SCHEMA}.graphs
    WHERE organization_id = OLD.organization_id AND dataset_id = OLD.dataset_id
      AND model_id = OLD.model_id AND mirrored;
    IF NOT FOUND THEN RETURN NULL; END IF;
    BEGIN
      EXECUTE format('DELETE FROM ${GRAPH_SCHEMA}.%I WHERE document_id = $1 AND first = $2',
        'graph_' || replace(graph.id::text, '-', '')) USING OLD.document_id, OLD.first;
    ${GIVE_UP}
    END;
    RETURN NULL;
  END
  $$;

  CREATE TRIGGER mirror_inserted AFTER INSERT ON vector_segments REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION ${GRAPH_SCHEMA}.mirror_written();
  CREATE TRIGGER mirror_updated AFTER UPDATE ON vector_segments REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION ${GRAPH_SCHEMA}.mirror_written();
  CREATE TRIGGER mirror_deleted AFTER DELETE ON vector_segments
    FOR EACH ROW EXECUTE FUNCTION ${GRAPH_SCHEMA}.mirror_deleted();`;

/** Returns the SQL that makes the table of a graph, which its organization alone can read. */
export const graphTableSql = (
  { schema }: GraphSupport,
  { id, organizationId, dimensions }: { id: string; organizationId: string; dimensions: number },
): string => `
  CREATE TABLE ${tableOf(id)} (
    document_id uuid NOT NULL,
    first integer NOT NULL,
    number integer NOT NULL,
    embedding ${schema}.halfvec(${Math.trunc(dimensions)}) NOT NULL,
    PRIMARY KEY (document_id, first, number)
  );
  ${isolated(tableOf(id), `current_organization_id() = '${organizationId.replaceAll(/[^0-9a-f-]/g, '')}'`)}`;
