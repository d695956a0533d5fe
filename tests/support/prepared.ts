import type pg from 'pg';
import type { Database } from '#src/db/database.ts';

/**
 * Has every statement of a pool read and planned once per connection instead of each time. For drills, which repeat the
 * same few hundred statements on small tables: it halves what they cost the database. What the statements say is the same.
 */
export function prepareAll({ $client: pool }: Pick<Database, '$client'>): void {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `drilled ${names.size + 1}`;
    names.set(text, name);
    return name;
  };
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (config: unknown, ...rest: unknown[]) => unknown;
    const preparing = (config: string | pg.QueryConfig, ...rest: unknown[]): unknown =>
      typeof config === 'object' && config.text && config.name === undefined
        ? query({ ...config, name: nameOf(config.text) }, ...rest)
        : query(config, ...rest);
    // It goes out before the first statement of its owner. Plans are made while the tables are empty, and kept: without the
    // second setting, they would read all of a table that has grown.
    query('set plan_cache_mode = force_generic_plan; set enable_seqscan = off', () => undefined);
    client.query = preparing as typeof client.query;
  });
}
